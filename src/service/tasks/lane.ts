/**
 * What a task shares its turns with: the tasks of the same API key in the same category. Each category has a queue of its own at the
 * broker, so only tasks of one category wait for each other there.
 */
export const laneOf = (keyId: string, category: string): string => `${keyId}/${category}`;

/** The category of a lane's tasks. */
export const categoryOf = (lane: string): string => lane.slice(lane.lastIndexOf('/') + 1);
