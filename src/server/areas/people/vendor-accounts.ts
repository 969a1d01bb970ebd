import { sql } from 'kysely'
import { v7 } from 'uuid'
import type { peopleCalls } from '../../../shared/areas/people/calls.ts'
import { peopleMessages } from '../../../shared/areas/people/rules.ts'
import type { Gives, Taken } from '../../../shared/kernel/call.ts'
import { column, sheet } from '../../../shared/kernel/sheet.ts'
import { recordDownload, recordEvents } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type FileReply, type Reply, reply, type Tx } from '../../http/call.ts'
import { conflict, forbidden, invalidInput } from '../../http/errors.ts'
import { insistOnAddress, insistOnManaging, lockForChange, withUniqueEmail } from './accounts.ts'
import { goodPassword, hashPassword } from './passwords.ts'

type Input = Taken<typeof peopleCalls.createVendorAccounts>

/** Vendors of whom nobody can sign in to answer an order. */
export async function vendorsWithoutAccount(
  _: unknown,
  { db }: CallContext,
): Promise<Reply<Gives<typeof peopleCalls.vendorsWithoutAccount>>> {
  const { rows: vendors } = await rowsOf({
    ...{ vendor_id: col.text, name: col.text, name_zh: col.text, contact: col.text, email: col.text },
  })`SELECT v.code AS vendor_id, v.name, v.name_zh, coalesce(v.contact, '') AS contact, coalesce(v.email, '') AS email
    FROM vendor v WHERE v.retired_at IS NULL AND v.is_selectable
      AND NOT EXISTS (SELECT FROM app_user u WHERE u.vendor_id = v.id AND u.is_active) ORDER BY v.code`.execute(db)
  return reply({ vendors })
}

/** Makes all of the accounts or none. Throws `invalid_input` and `conflict`, which name the account that cannot be made. */
export async function createVendorAccounts(
  { accounts }: Input,
  context: CallContext,
): Promise<Reply<Gives<typeof peopleCalls.createVendorAccounts>>> {
  const twice = accounts.find(({ email }, at) => accounts.findIndex((one) => isSame(one.email, email)) < at)
  if (twice) throw invalidInput(peopleMessages.emailTwice, { values: { email: twice.email } })
  for (const { email } of accounts) insistOnAddress(email)
  const hashes = await Promise.all(accounts.map((one) => hashPassword(goodPassword(one.password, one, 'password'))))
  return context.command(async (tx) => {
    const { changer } = await lockForChange(tx, context.caller.userId, context.caller)
    if (!changer?.isActive) throw forbidden()
    insistOnManaging(changer, { role: 'vendor' })
    await refuseTaken(tx, accounts)
    const vendors = await vendorsNamed(tx, accounts)
    const rows = accounts.map(({ vendor_id, name, email }, at) => ({
      ...{ id: v7(), email, name, role: 'vendor' as const, team: null, vendor_id: vendors.get(vendor_id) ?? null },
      ...{ password_hash: hashes[at] ?? '', must_change_password: true, updated_by: context.caller.userId },
    }))
    await withUniqueEmail(() => tx.insertInto('app_user').values(rows).execute())
    await recordEvents(
      tx,
      context,
      rows.map(({ id, email }, at) => ({
        ...{ entity: 'user' as const, entityId: email, subjectId: id, event: 'user.created', to: 'vendor' },
        details: { vendor: accounts[at]?.vendor_id ?? null },
      })),
    )
    return reply({ made: rows.length }, 'The accounts were created.')
  })
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

async function refuseTaken(tx: Tx, accounts: Input['accounts']): Promise<void> {
  const emails = accounts.map(({ email }) => email.toLowerCase())
  const taken = await tx
    .selectFrom('app_user')
    .select('email')
    .where(sql<boolean>`lower(email) = ANY(${emails}::text[])`)
    .orderBy('email')
    .executeTakeFirst()
  if (taken) throw conflict(peopleMessages.emailTaken, { values: { email: taken.email } })
}

/** Ids of the vendors by code. Throws `invalid_input` for one that is none, or is out of use. */
async function vendorsNamed(tx: Tx, accounts: Input['accounts']): Promise<ReadonlyMap<string, string>> {
  const codes = [...new Set(accounts.map(({ vendor_id }) => vendor_id))]
  const { rows } = await rowsOf({ id: col.text, code: col.text })`
    SELECT id, code FROM vendor WHERE code = ANY(${codes}::text[]) AND retired_at IS NULL`.execute(tx)
  const found = new Map(rows.map(({ id, code }) => [code, id]))
  const unknown = codes.find((code) => !found.has(code))
  if (unknown !== undefined) throw invalidInput(peopleMessages.noVendor, { values: { vendor: unknown } })
  return found
}

const handedOver = sheet({
  name: 'accounts',
  noRows: '',
  columns: {
    vendor_id: column.text('Vendor code', '供应商编号', {}),
    name: column.text('Name', '姓名', { width: 28 }),
    email: column.text('E-mail', '邮箱', { width: 34 }),
    password: column.text('Temporary password', '临时密码', { width: 26 }),
  },
})

/** What whoever made the accounts hands over; the passwords come with the call and are kept nowhere. */
export async function vendorAccountsFile(
  { accounts }: Taken<typeof peopleCalls.vendorAccountsFile>,
  context: CallContext,
): Promise<FileReply> {
  const { writeWorkbook } = await import('../../sheets/write-workbook.ts')
  await recordDownload(context, 'vendor_accounts.xlsx')
  return { body: writeWorkbook(handedOver, accounts) }
}
