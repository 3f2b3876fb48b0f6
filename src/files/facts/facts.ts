/** What a file says about itself, in the names that documents of inputs use. What is not known for certain is left out. */
export type Facts = {
  /** Whether it cannot be read without a password. */
  readonly password_protected?: boolean;
  /** Of a PDF that needs a password. */
  readonly pdf_has_user_password?: boolean;
  /** Of a PDF. */
  readonly pages?: number;
};
