import type { Mail } from './carrier.ts'

export type CodePurpose = 'sign_in' | 'reset_password'

const subjects: Record<CodePurpose, string> = {
  sign_in: 'Selvedge: your sign-in code / 您的登录验证码',
  reset_password: 'Selvedge: your code for a new password / 重置密码验证码',
}

const english: Record<CodePurpose, string> = {
  sign_in: 'Your code to sign in to Selvedge:',
  reset_password: 'Your code to choose a new password for Selvedge:',
}

const chinese: Record<CodePurpose, string> = {
  sign_in: '您登录 Selvedge 的验证码：',
  reset_password: '您重置 Selvedge 密码的验证码：',
}

/** A one-time code in both languages: which one its reader speaks is not known before sign-in. */
export function codeMail(to: string, code: string, purpose: CodePurpose, minutes: number): Mail {
  // The subject, which a locked screen shows, does not hold the code.
  const text = `${english[purpose]}

    ${code}

It can be used once, within ${minutes} minutes. Selvedge staff never ask for it: give it to nobody.
If you did not ask for it, do nothing; your password stays as it is.

------------------------------------------------------------

${chinese[purpose]}

    ${code}

验证码 ${minutes} 分钟内有效，仅可使用一次。工作人员不会向您索要验证码，请勿告诉任何人。
如非本人操作，请忽略本邮件，您的密码不会改变。
`
  return { to, subject: subjects[purpose], text }
}
