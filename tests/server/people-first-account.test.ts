import { describe, expect, it } from 'vitest'
import { BadFirstAccount, makeFirstAccount } from '../../src/server/areas/people/first-account.ts'
import { contract } from '../../src/shared/areas.ts'
import { testServer } from '../support/server.ts'

const { people: peopleCalls } = contract

describe('the first account of an installation', () => {
  // Would catch: a new installation that nobody can enter, or a temporary password that opens more than its change.
  it('is a super admin who must choose a new password first', async () => {
    const server = await testServer()
    const password = await makeFirstAccount(server.db, 'boss@company.com')
    const login = await server.anyone.call(peopleCalls.login, { email: 'boss@company.com', password: password ?? '' })
    expect(login.body.data.user).toMatchObject({ role: 'super_admin', must_change_password: true })
    const boss = await server.as('boss@company.com')
    expect((await boss.call(peopleCalls.getUsers, {})).status).toBe(403)
    const changed = await boss.call(peopleCalls.changePassword, {
      current_password: password ?? '',
      new_password: 'a longer one of mine',
    })
    expect(changed.status).toBe(200)
    expect((await boss.call(peopleCalls.getUsers, {})).status).toBe(200)
  })

  // Would catch: a start-up option left in a script that makes a second super admin, or one where accounts are.
  it('is made once, by one of several servers, and never where there are accounts', async () => {
    const server = await testServer()
    const made = await Promise.all([1, 2, 3].map((n) => makeFirstAccount(server.db, `boss${n}@company.com`)))
    expect(made.filter((password) => password !== null)).toHaveLength(1)
    expect(await makeFirstAccount(server.db, 'late@company.com')).toBe(null)
    const other = await testServer()
    await other.makeUser({ role: 'ops' })
    expect(await makeFirstAccount(other.db, 'boss@company.com')).toBe(null)
    await expect(makeFirstAccount(other.db, 'boss')).rejects.toThrow(BadFirstAccount)
  })
})
