"""The flows, one file each."""
