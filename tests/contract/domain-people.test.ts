import { describe, expect, test } from 'vitest'
import { demoPassword } from '../../src/server/demo/book.ts'
import {
  isAddress,
  mayManage,
  passwordProblem,
  peopleMessages,
  personFault,
} from '../../src/shared/areas/people/rules.ts'
import { roles } from '../../src/shared/kernel/roles.ts'

const owner = { email: 'mei.chen@company.com', name: 'Chen Meiling 陈美玲' }
const problem = (password: string) => passwordProblem(password, owner)

describe('a password', () => {
  test.each([
    'twelve red lanterns',
    'Gz-2026-warehouse!',
    '一条很长的红围巾和蓝手套',
    demoPassword,
    'mei.chen likes tea',
    'xxxxyzabcdqw',
  ])('%j will do', (password) => expect(problem(password)).toBeNull())

  test('has at least 10 and at most 200 characters, counted as people count them', () => {
    expect(problem('abzy12!?q')).toBe(peopleMessages.shortPassword)
    expect(problem('')).toBe(peopleMessages.shortPassword)
    // Nine signs of two code units each.
    expect(problem('😀😁😂🤣😃😄😅😆😉')).toBe(peopleMessages.shortPassword)
    expect(problem('ab1 '.repeat(51))).toBe(peopleMessages.longPassword)
  })

  test.each([
    'password12',
    'Password1234!',
    'P@ssw0rd2026',
    '1234567890',
    '0987654321',
    'qwertyuiop',
    'abcdefghij',
    'aaaaaaaaaa',
    'abababababab',
    '123123123123',
    'selvedge2026',
    'woaini1314520',
    '1q2w3e4r5t',
  ])('%j is among the first that others try', (password) =>
    expect(problem(password)).toBe(peopleMessages.commonPassword),
  )

  test.each([
    'mei.chen@company.com',
    'MEI.CHEN@COMPANY.COM',
    'meichen-1990',
    'Chen Meiling',
    'meiling2026',
    '陈美玲1234567',
  ])('%j is made of its owner', (password) => expect(problem(password)).toBe(peopleMessages.ownPassword))
})

describe('an e-mail address', () => {
  test.each(['a@b.co', 'first.last+tag@mail.company.co.in', 'vendor@demo.selvedge', "o'neil@x-y.com"])(
    '%j will do',
    (text) => expect(isAddress(text)).toBe(true),
  )
  test.each([
    '',
    'a',
    'a@b',
    '@b.co',
    'a@',
    'a b@c.de',
    'a@b..co',
    'a@b.co\n',
    'a@b.co,c@d.ef',
    'a@b.co>',
    `${'a'.repeat(65)}@b.co`,
    'a@-b.co',
  ])('%j will not', (text) => expect(isAddress(text)).toBe(false))
})

test('a vendor has a vendor, nobody else has, and a role has its teams', () => {
  expect(personFault({ role: 'vendor', team: null, hasVendor: true })).toBeNull()
  expect(personFault({ role: 'vendor', team: null, hasVendor: false })?.field).toBe('vendor_id')
  expect(personFault({ role: 'ops', team: null, hasVendor: true })?.field).toBe('vendor_id')
  expect(personFault({ role: 'cataloging_team', team: 'india', hasVendor: false })?.field).toBe('team')
})

test('only a super admin manages super admins, and only admins manage anybody', () => {
  for (const caller of roles) {
    const may = roles.filter((role) => mayManage({ role: caller }, { role }))
    const wanted = { super_admin: [...roles], admin: roles.filter((role) => role !== 'super_admin') }
    expect(may).toEqual(wanted[caller as keyof typeof wanted] ?? [])
  }
})
