/** The answer to a request that cannot be fulfilled, in Gotenberg's form: a status and a text. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;

  /** @param message what clients read: Gotenberg's text wherever it has one */
  constructor(status: number, message: string, cause?: unknown) {
    super(message, { cause });
    this.status = status;
  }
}

/** Makes the refusal of a form, with one problem on each line. */
export const invalidForm = (...problems: readonly string[]): Refusal =>
  new Refusal(400, `Invalid form data: ${problems.join('\n')}`);
