"""What runs in the two processes; it uses the standard library alone and is started as a package of its own."""
