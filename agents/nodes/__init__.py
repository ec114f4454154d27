"""The steps, one file each: read by id, act once, save, return ids."""
