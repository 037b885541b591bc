// Filled by the first change that needs this room.
