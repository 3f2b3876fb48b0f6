import Type from 'typebox';

/* Shared parts of the routes below /v2/jobs/:job_id. */

export const JobParams = Type.Object({ job_id: Type.String() });

/** Treats a missing or empty body as an empty object; a hook that runs before the body is validated. */
export async function emptyBodyAsObject(request: { body: unknown }): Promise<void> {
  if (request.body === undefined) request.body = {};
}
