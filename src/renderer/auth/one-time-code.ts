import { plainText } from '../../shared/domain/codes.ts'

export const codeDigits = 6

/** The digits of a code as typed or pasted ("１２３ 456", "Your code: 123456"), six at most. */
export function readOneTimeCode(text: string): string {
  return plainText(text).replaceAll(/\D/g, '').slice(0, codeDigits)
}
