"""What is true: records, pure rules and errors, without input or output."""
