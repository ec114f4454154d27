"""What happens, in what order: the flows, their nodes, and the only way to a model."""
