"""What touches the world: files, SQLite, Redis, models, settings, and the subjects."""
