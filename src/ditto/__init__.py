"""Documents by a language model that can be trusted."""
