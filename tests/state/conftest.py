"""Property tests have no deadline and leave nothing behind, since machines differ."""

from hypothesis import settings

settings.register_profile("steady", deadline=None, database=None)
settings.load_profile("steady")
