import { v7 } from 'uuid'
import { negotiationWords } from '../../../shared/areas/price-negotiations/rules.ts'
import type { Contract } from '../../../shared/areas.ts'
import { pictureKind, pictureMessages } from '../../../shared/kernel/pictures.ts'
import { recordEvent } from '../../audit/audit.ts'
import { fileKey } from '../../files/files.ts'
import type { FileOwner } from '../../files/sweep-orphans.ts'
import { type Db, type Handlers, reply } from '../../http/call.ts'
import { invalidInput, notFound } from '../../http/errors.ts'
import { heldNegotiation } from './negotiate.ts'

type Routes = Handlers<Contract['priceNegotiations']>

const isPdf = (bytes: Buffer) => bytes.subarray(0, 5).toString('latin1') === '%PDF-'

/** What is kept of a file: a PDF as it is, which is only ever given as a file to save; a picture drawn anew. Throws `invalid_input` for others. */
async function keptOf(bytes: Buffer) {
  if (isPdf(bytes)) return { type: 'application/pdf', bytes } as const
  // Loaded when needed: it brings the library that decodes.
  const { preparePicture } = await import('../photos/image-work.ts')
  if (pictureKind(bytes) === null)
    throw invalidInput(pictureMessages.noPaper, {
      fields: [{ field: 'file', message: pictureMessages.noPaper }],
    })
  return { type: 'image/jpeg', bytes: (await preparePicture(bytes)).picture } as const
}

/** Puts the file before its row. Throws not_found for a negotiation that nobody knows, `invalid_input` for what is no picture and no PDF. */
export const attachPriceProof: Routes['attachPriceProof'] = async ({ negotiation, file }, context) => {
  const kept = await keptOf(file.bytes)
  const id = v7()
  await context.files.put(fileKey('proofs', id), kept.bytes)
  const answer = await context.command(async (tx) => {
    const held = await heldNegotiation(tx, context, negotiation)
    const made = await tx
      .insertInto('price_proof')
      .values({
        ...{ id, negotiation_id: held.id, name: file.name, type: kept.type, bytes: kept.bytes.length },
        by: context.caller.userId,
      })
      .returning('at')
      .executeTakeFirstOrThrow()
    await recordEvent(tx, context, {
      ...({ entity: 'price_guide', entityId: negotiation, event: 'price.proved' } as const),
      details: { file: file.name },
    })
    const by = await nameOf(tx, context.caller.userId)
    const { type, bytes } = kept
    return reply(
      { proof_id: id, name: file.name, type, bytes: bytes.length, by, at: made.at.toISOString() },
      negotiationWords.proofKept,
    )
  })
  // The same key gave the reply of before. What cannot be removed now is swept later.
  if (answer.data.proof_id !== id) await context.files.delete(fileKey('proofs', id)).catch(() => undefined)
  return answer
}

async function nameOf(db: Db, userId: string): Promise<string> {
  return (await db.selectFrom('app_user').where('id', '=', userId).select('name').executeTakeFirst())?.name ?? ''
}

export async function proofsOf(db: Db, negotiationId: string) {
  const rows = await db
    .selectFrom('price_proof as p')
    .innerJoin('app_user as u', 'u.id', 'p.by')
    .where('p.negotiation_id', '=', negotiationId)
    .orderBy('p.at')
    .orderBy('p.id')
    .select(['p.id as proof_id', 'p.name', 'p.type', 'p.bytes', 'u.name as by', 'p.at'])
    .execute()
  return rows.map(({ type, at, ...row }) => ({ ...row, type: typeOf(type), at: at.toISOString() }))
}

const typeOf = (type: string): 'application/pdf' | 'image/jpeg' => (type === 'application/pdf' ? type : 'image/jpeg')

export const priceProof: Routes['priceProof'] = async ({ proof_id }, { db, files }) => {
  const row = await db.selectFrom('price_proof').where('id', '=', proof_id).select(['name', 'type']).executeTakeFirst()
  const content = row && (await files.get(fileKey('proofs', proof_id)))
  if (!content) throw notFound(negotiationWords.proofGone)
  const type = typeOf(row.type)
  const name = `${row.name.replace(/\.[^.]*$/, '')}.${type === 'application/pdf' ? 'pdf' : 'jpg'}`
  return { body: content.body, name, type, isForeign: true, isImmutable: true }
}

export const proofOwner: FileOwner = {
  kinds: ['proofs'],
  async named(db, ids) {
    if (ids.length === 0) return []
    const rows = await db.selectFrom('price_proof').select('id').where('id', 'in', ids).execute()
    return rows.map(({ id }) => id)
  },
}
