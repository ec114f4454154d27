"""The quantities that are spelled as words, in English and in Chinese."""

import re

WORDS = re.compile(
    r"\b(?:three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
    r"|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-\w+|hundreds?|thousands?|millions?|billions?|trillions?|dozens?"
    r"|half|halve[ds]?|doubl(?:e|ed|es|ing)|twice|thrice|tripl(?:e|ed|es|ing)|quadrupl(?:e|ed|es|ing)|\w+-?fold"
    r"|(?:first|second|third|fourth)[ -]quarters?|(?:a|one|two)[ -](?:thirds?|quarters?|fifths?|tenths?)|quarter of|third of)\b"
    r"|(?<!\d)(?<!\d[ -])\b(?:percent|per cent)\b"
    r"|第 ?[一二三四] ?季度?|[一二三四]季度"
    r"|百分之[〇零一二两三四五六七八九十百千万亿点]+|[〇零一二两三四五六七八九十百千万亿点]*[〇零一二三四五六七八九十百千万亿][〇零一二三四五六七八九十百千万亿点]+"
    r"|[一二两三四五六七八九十几]+分之[一二两三四五六七八九十几]+|[一过对]半|半数"
    r"|翻了?[一两三四]?[番倍]|减半|[〇零一二两三四五六七八九十百千万亿几]倍|[一二两三四五六七八九十几]成(?![为本果立效])",
    re.IGNORECASE,
)
