import Type from 'typebox';

/* What the routes below /v2/jobs/:job_id have in common. */

export const JobParams = Type.Object({ job_id: Type.String() });

/** A body that is missing or empty asks for nothing; a hook that runs before the body is validated. */
export async function emptyBodyAsObject(request: { body: unknown }): Promise<void> {
  if (request.body === undefined) request.body = {};
}
