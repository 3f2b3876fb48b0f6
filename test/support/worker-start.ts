// Programs that a test starts then run as elsewhere, and need the same memory whether they run first or second.
delete process.env.NODE_COMPILE_CACHE;
