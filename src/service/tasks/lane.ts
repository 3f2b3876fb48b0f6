/**
 * Returns the lane of a task, which it shares with the tasks of the same API key in the same category. Each category has its own queue at
 * the broker, so only tasks of one category wait for each other there.
 */
export const laneOf = (keyId: string, category: string): string => `${keyId}/${category}`;

/** Returns the category of a lane's tasks. */
export const categoryOf = (lane: string): string => lane.slice(lane.lastIndexOf('/') + 1);
