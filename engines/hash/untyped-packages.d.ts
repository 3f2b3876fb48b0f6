declare module 'unix-crypt-td-js' {
  /** crypt(3) with DES; each character of the password is one byte. */
  export default function unixCrypt(password: string, salt: string): string;
}

declare module 'apache-md5' {
  /** Each character of the password is one byte; the salt has the form `$apr1$salt$`. */
  export default function apacheMd5(password: string, salt: string): string;
}
