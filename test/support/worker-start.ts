// Of the workers alone: what a test starts runs as it does elsewhere, and needs the same memory whether it comes first or second.
delete process.env.NODE_COMPILE_CACHE;
