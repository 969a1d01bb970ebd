import { describe, expect, it } from 'vitest'
import { readOneTimeCode } from '../../src/renderer/auth/ByCode.tsx'
import { isDraftOf } from '../../src/renderer/forms/useForm.ts'
import {
  changesOf,
  emptyUser,
  rolesToGive,
  type UserForm,
  userForm,
} from '../../src/renderer/ops/users/CreateUserDrawer.tsx'
import { generatePassword } from '../../src/renderer/ops/users/generate-password.ts'
import type { UserRow } from '../../src/renderer/ops/users/user-status.ts'
import { agentWords } from '../../src/renderer/people/ProfileScreen.tsx'
import { possibleTeams, teamFor } from '../../src/renderer/people/person-words.tsx'
import { passwordProblem } from '../../src/shared/areas/people/rules.ts'
import { isPossible, roles } from '../../src/shared/kernel/roles.ts'

const vendor: UserRow = {
  id: '0198f5a0-0000-7000-8000-000000000001',
  email: 'lin@mill.example',
  name: 'Lin',
  role: 'vendor',
  team: null,
  vendor: { id: 'GZ01', name: 'Mill', name_zh: '', is_selectable: true },
  sites: [],
  further_rights: [],
  is_active: true,
  locked_until: null,
  must_change_password: false,
  created_at: '2026-11-21T00:00:00.000Z',
  last_sign_in_at: null,
  version: 3,
}
const form = {
  name: 'Lin',
  email: 'lin@mill.example',
  role: 'vendor',
  team: null,
  vendor_id: 'GZ01',
  sites: [] as string[],
  further_rights: [] as string[],
} as const

// Would catch: a code from a Chinese or Hindi keyboard, or pasted with the words around it, that has to be typed again.
it.each([
  ['12345678', '12345678'],
  ['１２３４　５６７８', '12345678'],
  ['您的验证码：12345678。', '12345678'],
  ['१२३४ ५६७८', '12345678'],
  ['1234 56789', '12345678'],
  ['12-34', '1234'],
  ['', ''],
])('reads the code of %j', (text, code) => expect(readOneTimeCode(text)).toBe(code))

// Would catch: a generated password that the server refuses, or the same one twice.
it('generates passwords that are good, and never the same', () => {
  const made = Array.from({ length: 300 }, generatePassword)
  expect(new Set(made).size).toBe(300)
  for (const password of made) {
    expect(password).toMatch(/^[a-km-np-z2-9]{4}(-[a-km-np-z2-9]{4}){3}$/)
    expect(passwordProblem(password, { email: 'lin@mill.example', name: 'Lin' })).toBeNull()
  }
})

describe('the form of an account', () => {
  // Would catch: a combination that leads nowhere, offered or made by a change of role.
  it('offers possible teams only, and at least one for every role', () => {
    for (const role of roles) {
      expect(possibleTeams(role).length).toBeGreaterThan(0)
      for (const team of possibleTeams(role)) expect(isPossible({ role, team })).toBe(true)
      expect(isPossible({ role, team: teamFor(role, 'retail') })).toBe(true)
    }
  })

  // Would catch: fields that were not touched sent along, a vendor left on an account that is none any more.
  it('sends what differs and nothing else', () => {
    expect(changesOf(vendor, form)).toEqual({})
    expect(changesOf(vendor, { ...form, name: ' Lin Yue ' })).toEqual({ name: 'Lin Yue' })
    expect(changesOf(vendor, { ...form, role: 'ops', vendor_id: '' })).toEqual({ role: 'ops', vendor_id: null })
  })

  it('says what is missing by field', () => {
    const faults = (typed: UserForm) => (userForm.safeParse(typed).error?.issues ?? []).map(({ path }) => path[0])
    expect(faults(emptyUser)).toEqual(['name', 'email', 'role'])
    expect(faults({ ...form, vendor_id: '' })).toEqual(['vendor_id'])
    expect(faults(form)).toEqual([])
  })

  // Would catch: a draft of an older version, or one written by hand, that breaks the screen.
  it.each([null, 'x', {}, { ...form, role: 'king' }, { ...form, team: 'moon' }, { ...form, name: 1 }])(
    'drops the kept %j',
    (saved) => expect(isDraftOf(userForm, emptyUser, saved)).toBe(false),
  )

  it('keeps a sound draft', () => {
    expect(isDraftOf(userForm, emptyUser, JSON.parse(JSON.stringify(emptyUser)))).toBe(true)
    expect(isDraftOf(userForm, emptyUser, form)).toBe(true)
  })

  it('lets only a super admin give that role', () => {
    expect(rolesToGive({ role: 'admin' })).not.toContain('super_admin')
    expect(rolesToGive({ role: 'super_admin' })).toContain('super_admin')
  })
})

it.each([
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge · Windows'],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Selvedge/1 Chrome/140 Electron/38 Safari/537',
    'Selvedge · Linux',
  ],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18 like Mac OS X) Version/18 Safari/604', 'Safari · iOS'],
  ['curl/8.5', 'curl/8.5'],
  ['', null],
])('calls %j by its name', (agent, words) => expect(agentWords(agent)).toBe(words))
