import { isAmong } from '../../kernel/rights.ts'
import { isBoundToVendor, isPossible, type Person } from '../../kernel/roles.ts'
import { key } from '../../kernel/words.ts'
import { allowed } from './rights.ts'

/** What is said about an account that cannot be as it was asked for: English, and the keys of their translations. */
export const peopleMessages = {
  shortPassword: 'Please choose a password of at least 10 characters.',
  longPassword: 'Please choose a password of at most 200 characters.',
  commonPassword: 'This password is among the first that others would try. Please choose another.',
  ownPassword: 'The password must not be made of the e-mail address or the name.',
  address: 'Please enter a full e-mail address, such as name@company.com.',
  impossible: 'This role does not exist in this team.',
  vendorMissing: 'Please choose the vendor that this account works for.',
  sites: 'Please choose sites where this role works.',
  furtherRights: 'Please choose rights that this role can be given.',
  noSuchRight: 'There is no such right.',
  vendorNeedless: 'Only the role vendor works for a vendor.',
  emailTwice: '{{email}} stands there twice. Each account has an e-mail address of its own.',
  emailTaken: 'There is an account with {{email}} already.',
  noVendor: 'There is no vendor {{vendor}}.',
} as const

/** Why a right of a role stays as it is: English, and the keys of their translations. */
export const lockWords = {
  administration: key('What administrators may do is fixed.'),
  prices: key('Who sees prices is fixed.'),
  vendor: key('What vendors may do is fixed: their own, and nothing else.'),
  landing: key('People of this role start here: it cannot be taken from them.'),
  blind: key('This trade works with prices, and this role sees none.'),
  trade: key('This is of a trade that this role has no part in.'),
} as const

export type RightLock = keyof typeof lockWords

export type PeopleMessage = (typeof peopleMessages)[keyof typeof peopleMessages]

export const shortestPassword = 10
export const longestPassword = 200

/** The commonest passwords of ten characters and more, and the words that the commonest ones are made of. */
const common = new Set([
  '1q2w3e4r5t',
  '1qaz2wsx3edc',
  'q1w2e3r4t5',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'zaq12wsx',
  'iloveyou',
  'letmein',
  'welcome',
  'password',
  'passwort',
  'passw0rd',
  'p@ssw0rd',
  'p@ssword',
  'administrator',
  'admin',
  'changeme',
  'princess',
  'football',
  'baseball',
  'superman',
  'sunshine',
  'woaini',
  'qwerty',
  'abc',
  'selvedge',
])

/** Rows of keys and of signs: a password that only walks along one is no password. */
const walks = ['0123456789', '9876543210', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']

/** Of a one-time code. */
/** Every account of the demo data has this password; it is known to anybody. */
export const demoPassword = 'selvedge-demo'

export const codeDigits = 8

/**
 * Says what is wrong with a password somebody chooses, or null. At least 10 and at most 200 characters, none of the commonest,
 * and not made of its owner's e-mail or name.
 */
export function passwordProblem(password: string, owner: { email: string; name: string }): PeopleMessage | null {
  const length = [...password].length
  if (length < shortestPassword) return peopleMessages.shortPassword
  if (length > longestPassword) return peopleMessages.longPassword
  if (isCommon(password)) return peopleMessages.commonPassword
  return isOwn(password, owner) ? peopleMessages.ownPassword : null
}

function isCommon(password: string): boolean {
  const bare = password.toLowerCase()
  // A common word with digits and signs around it is as common.
  const core = bare.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return common.has(bare) || common.has(core) || isWalkOrFew(bare)
}

/** Few different signs, or the same few again and again, or a walk along the keys. */
function isWalkOrFew(text: string): boolean {
  if (new Set(text).size < 4) return true
  if (/^(.{1,5})\1+.{0,4}$/u.test(text) && new Set(text).size < 6) return true
  return walks.some((walk) => walk.repeat(3).includes(text))
}

/** Made of nothing but the words of the e-mail and the name, and digits and signs, which hide nothing. */
function isOwn(password: string, { email, name }: { email: string; name: string }): boolean {
  const mailbox = email.split('@')[0] ?? ''
  const words = [email, mailbox, ...mailbox.split(/[^\p{L}\p{N}]/u), name, ...name.split(/\s+/)]
    .map(lettersOf)
    .filter((word) => word.length >= 2)
    .sort((one, other) => other.length - one.length)
  const bare = lettersOf(password)
  const left = words.reduce((rest, word) => rest.replaceAll(word, ''), bare)
  return left !== bare && left.replace(/\d/g, '') === ''
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** What every mail server takes: no spaces, no quoted parts, and a domain with a dot. */
const address = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d-]{2,63}$/i

export function isAddress(text: string): boolean {
  return text.length <= 254 && address.test(text)
}

export interface PersonFault {
  field: 'team' | 'vendor_id'
  message: PeopleMessage
}

/** Says why nobody can have this role, team and vendor together, or null. */
export function personFault(person: Person & { hasVendor: boolean }): PersonFault | null {
  if (!isPossible(person)) return { field: 'team', message: peopleMessages.impossible }
  if (isBoundToVendor(person) === person.hasVendor) return null
  return {
    field: 'vendor_id',
    message: person.hasVendor ? peopleMessages.vendorNeedless : peopleMessages.vendorMissing,
  }
}

/** Super admins are made, changed and unmade by super admins only. */
export function mayManage(caller: Pick<Person, 'role'>, person: Pick<Person, 'role'>): boolean {
  return (
    isAmong(caller, allowed.manageUsers) && (person.role !== 'super_admin' || isAmong(caller, allowed.grantSuperAdmin))
  )
}

/** What an administrator changes about an account, for `change_key` of `account_changed`. */
export const accountChanges = ['role or team', 'password', 'name or e-mail'] as const
