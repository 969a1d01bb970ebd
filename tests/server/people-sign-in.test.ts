import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../src/shared/contract/index.ts'
import { PASSWORD } from '../support/people.ts'
import { type TestServer, testServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})

const { login } = contract.auth
const refusal = { message: 'Please enter valid credentials!', code: 'unauthenticated', details: {} }

describe('signing in', () => {
  it('opens a session that the token names, whatever the case of the e-mail', async () => {
    const user = await server.makeUser({ role: 'vendor' })
    const reply = await server.anyone.call(login, { email: ` ${user.email.toUpperCase()} `, password: PASSWORD })
    expect(reply.status).toBe(200)
    expect(reply.body.data.user).toMatchObject({ id: user.id, role: 'vendor', landing_path: '/supplier/my-orders' })
    expect(reply.body.data.user.vendor?.id).toBe(user.vendor?.code)
    const headers = { authorization: `Bearer ${reply.body.data.token}` }
    const me = await server.anyone.call(contract.users.getUserDetails, {}, headers)
    expect(me.body.data.user.email).toBe(user.email)
  })

  it('stores no token: a copy of the table opens no session', async () => {
    const client = await server.as('cad')
    const rows = await server.db.selectFrom('session').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(client.token)
    expect(rows.some((row) => row.token_hash.equals(Buffer.from(client.token, 'base64url')))).toBe(false)
  })

  it('says the same for an unknown e-mail, a wrong password and an account that was closed', async () => {
    const { email } = await server.makeUser()
    const closed = await server.makeUser({ isActive: false })
    const wrong = await server.anyone.call(login, { email, password: 'wrong' })
    const unknown = await server.anyone.call(login, { email: 'nobody@selvedge.test', password: PASSWORD })
    const shut = await server.anyone.call(login, { email: closed.email, password: PASSWORD })
    for (const reply of [wrong, unknown, shut]) expect([reply.status, reply.body]).toEqual([401, refusal])
  })
})
