import { classifyFailure } from '../../execution/failure.ts';
import { ERROR_CODES } from '../../task/codes.ts';
import { ConversionError, ConversionErrors, mayPass } from '../../task/errors.ts';
import { SERVICE_ERRORS, type ServiceErrorName } from '../error-names.ts';
import { ServiceError } from '../errors.ts';

/** Converts anything that was thrown into what a client may learn of it. */
export function serviceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof ConversionErrors) return invalidConversion(error.errors);
  if (error instanceof ConversionError) return invalidConversion([error]);
  if (isFastifyError(error)) {
    if (error.validation) return invalidRequest(error);
    const kind = FASTIFY_KINDS[error.statusCode ?? 500];
    if (kind === 'no_such_address') return new ServiceError(kind, SERVICE_ERRORS[kind].meaning, { cause: error });
    if (kind === 'unsupported_media_type') return new ServiceError(kind, UNREAD_TYPE, { cause: error });
    if (kind === 'too_large') return new ServiceError(kind, `${error.message}; ${LARGE_FILES}`, { cause: error });
    if (kind !== undefined) return new ServiceError(kind, error.message, { cause: error });
  }
  if (classifyFailure(error) !== 'reject') return new ServiceError('unavailable', AWAY, { cause: error });
  return new ServiceError('internal', 'The service failed because of a bug; its log has the details.', {
    cause: error,
  });
}

const AWAY = 'The database or the files of the service cannot be reached at the moment. Try again later.';

const LARGE_FILES = 'files of any size go to /upload-file.';

const UNREAD_TYPE =
  'The Content-Type of the body is missing, or is not one that is read here: send JSON as application/json, and files to /upload-file as multipart/form-data or application/octet-stream.';

/** Fastify's own refusals: bodies that cannot be parsed, are too large, or of another type. */
const FASTIFY_KINDS: Readonly<Record<number, ServiceErrorName>> = {
  400: 'invalid_request',
  // File addresses that lead out of their folder.
  403: 'no_such_address',
  404: 'no_such_address',
  413: 'too_large',
  415: 'unsupported_media_type',
  503: 'unavailable',
};

interface FastifyLikeError extends Error {
  statusCode?: number;
  validation?: { instancePath: string; message?: string; params?: { missingProperty?: string } }[];
  validationContext?: string;
}

const isFastifyError = (error: unknown): error is FastifyLikeError =>
  error instanceof Error && ('statusCode' in error || 'validation' in error);

function invalidRequest(error: FastifyLikeError): ServiceError {
  const errors = Object.fromEntries(
    (error.validation ?? []).map(({ instancePath, message, params }) => {
      const path = [...instancePath.split('/').slice(1), ...(params?.missingProperty ? [params.missingProperty] : [])];
      return [path.join('.') || (error.validationContext ?? 'body'), message ?? 'is not valid'];
    }),
  );
  const fields = Object.entries(errors).map(([field, problem]) => `${field} ${problem}`);
  return new ServiceError('invalid_request', `The request is not valid: ${fields.join('; ')}.`, { errors });
}

/** Makes the error for objections of the catalog or a store to a request, with the first one's name and number. */
function invalidConversion(errors: readonly ConversionError[]): ServiceError {
  const [first] = errors;
  if (first === undefined) return new ServiceError('invalid_request', 'The conversion is not possible.');
  const { number } = ERROR_CODES[first.code];
  const byOption = errors.map(({ code, details, message }) => [
    String(details.option ?? details.field ?? code),
    message,
  ]);
  return new ServiceError(
    mayPass(first) ? 'unavailable' : 'invalid_request',
    errors.map(({ message }) => message).join(' '),
    {
      task: { name: first.code, code: number },
      errors: Object.fromEntries(byOption),
    },
  );
}
