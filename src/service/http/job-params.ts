import Type from 'typebox';

/* What the routes below /v2/jobs/:job_id have in common. */

export const JobParams = Type.Object({ job_id: Type.String() });

/** A missing or empty body counts as an empty object; a hook that runs before the body is validated. */
export async function emptyBodyAsObject(request: { body: unknown }): Promise<void> {
  if (request.body === undefined) request.body = {};
}
