import { beforeAll, describe, expect, it } from 'vitest'
import type { CatalogueStatus } from '../../src/shared/areas/catalogue/statuses.ts'
import { contract } from '../../src/shared/areas.ts'
import { asItStands } from '../support/as-it-stands.ts'
import { moveAlong, offered, overdue, pictured, whole } from '../support/catalogue.ts'
import type { Client } from '../support/client.ts'
import type { MadeUser } from '../support/people.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { buyerReviews, catalogue } = contract

let server: TestServer
let ops: Client
let person: MadeUser
let buyer: Client
let maker: Awaited<ReturnType<TestServer['makeVendor']>>

beforeAll(async () => {
  server = await testServer()
  ops = await server.as('ops')
  person = await server.makeUser({ role: 'bm_team' })
  buyer = await server.as(person)
  maker = await server.makeVendor()
})

const style = async (about = {}) => (await offered(server, maker.id, [about]))[0] ?? ''
const statusOf = async (catalogue_id: string) =>
  (await ops.call(catalogue.getStyleDetails, { catalogue_id })).body.data.style.status

describe('buyers’ reviews', () => {
  // Would catch: a decision by somebody else, a reviewer led by the others, two reviews of one person, a style that lags behind its decision.
  it('gather verdicts and are decided by the one responsible alone', async () => {
    const code = await style(whole)
    await pictured(server, code)
    await moveAlong(
      ops,
      code,
      'Selected for Sample QC',
      'Sample QC Done',
      'Pending for Assortment Selection',
      'Assortment Passed',
    )
    const { people } = (await ops.call(buyerReviews.getReviewers, {})).body.data
    const me = person
    expect(people.map(({ email }) => email)).toContain(me.email)
    const opened = await ops.call(buyerReviews.openReviews, {
      catalogue_ids: [code],
      responsible: me.email,
      deadline: '2040-01-02',
    })
    expect(opened.status, JSON.stringify(opened.body)).toBe(200)
    await overdue(server, code)
    expect(await statusOf(code)).toBe('Buyer Review Pending')
    const decide = (by: Client) =>
      asItStands(server, by).call(buyerReviews.decideReview, { catalogue_id: code, decision: 'pass' })
    expect((await decide(buyer)).status).toBe(409)
    const give = (by: Client, score: number) =>
      by.call(buyerReviews.giveVerdict, {
        ...{ catalogue_id: code, verdict: score > 2 ? 'pass' : 'fail', score, remark: 'So it hangs' },
      })
    await give(ops, 5)
    const mine = (await buyer.call(buyerReviews.getBuyerReviews, { tab: 'mine' })).body.data.rows.find(
      (row) => row.catalogue_id === code,
    )
    expect(mine).toMatchObject({ given: [], hidden: 1 })
    // Would catch: verdicts that are hidden in one list and stand in the next.
    const seen = async (by: Client) =>
      (await by.call(buyerReviews.getBuyerReviews, { tab: 'overdue' })).body.data.rows.find(
        (row) => row.catalogue_id === code,
      )
    expect(await seen(buyer)).toMatchObject({ given: [], hidden: 1, spread: { passes: 0, mean: null } })
    expect((await seen(await server.as('cataloging_team')))?.given).toHaveLength(1)
    // Would catch: verdicts that the export of the same styles tells to who has still to judge, or to the vendor.
    const exported = async (by: Client) =>
      (await by.call(catalogue.getVendorCatalogues, { catalogue_ids: [code] })).body.data.rows[0]?.verdicts
    expect([await exported(buyer), (await exported(ops))?.map(({ score }) => score)]).toEqual([[], [5]])
    expect(await exported(await server.as(await server.makeUser({ role: 'vendor', vendor: maker })))).toBeNull()
    await give(buyer, 4)
    const last = await give(buyer, 2)
    expect(last.status, JSON.stringify(last.body)).toBe(200)
    const after = last.body.data.review
    expect(after.spread).toEqual({ passes: 1, fails: 1, mean: 3.5, least: 2, most: 5 })
    expect((await exported(buyer))?.map(({ verdict }) => verdict).toSorted()).toEqual(['fail', 'pass'])
    expect(after.is_overdue).toBe(true)
    expect((await decide(ops)).status).toBe(403)
    const done = await decide(buyer)
    expect(done.body.data.review, JSON.stringify(done.body)).toMatchObject({ decision: 'pass' })
    expect(await statusOf(code)).toBe('Live on Website')
    expect((await give(ops, 1)).status).toBe(409)
  })

  // Would catch: a buyer who judges though others were named, who is not asked by name, and names that a new deadline forgets.
  it('are judged by those who were named and by the one who decides, nobody else', async () => {
    const [named, other] = [await server.makeUser({ role: 'bm_team' }), await server.makeUser({ role: 'bm_team' })]
    const code = await style(whole)
    await moveAlong(
      ...([ops, code, 'Selected for Sample QC', 'Sample QC Done'] as const),
      ...(['Pending for Assortment Selection', 'Assortment Passed'] as const),
    )
    const open = (more = {}) =>
      ops.call(buyerReviews.openReviews, {
        ...{ catalogue_ids: [code], responsible: person.email, deadline: '2040-01-02', ...more },
      })
    expect((await open({ reviewers: ['nobody@example.com'] })).status).toBe(400)
    expect(await statusOf(code)).toBe('Assortment Passed')
    expect((await open({ reviewers: [named.email] })).status).toBe(200)
    const [asked, unasked] = [await server.as(named), await server.as(other)]
    const give = (by: Client) =>
      by.call(buyerReviews.giveVerdict, { catalogue_id: code, verdict: 'pass' as const, score: 4 })
    const isMine = async (by: Client) =>
      (await by.call(buyerReviews.getBuyerReviews, { tab: 'mine' })).body.data.rows.some(
        ({ catalogue_id }) => catalogue_id === code,
      )
    expect([await isMine(asked), await isMine(buyer), await isMine(unasked)]).toEqual([true, true, false])
    expect((await give(unasked)).status).toBe(403)
    const given = await give(asked)
    expect(given.body.data.review.reviewers, JSON.stringify(given.body)).toHaveLength(1)
    expect((await give(buyer)).status).toBe(200)
    // Left out, they stay; said to be none, every buyer may.
    await open({ deadline: '2041-01-02' })
    expect((await give(unasked)).status).toBe(403)
    await open({ reviewers: [] })
    expect((await give(unasked)).status).toBe(200)
  })

  // Would catch: a style that came back from its rejection and that nobody can decide any more.
  it('begin again for a style that was taken back', async () => {
    const code = await style(whole)
    await moveAlong(
      ...([ops, code, 'Selected for Sample QC', 'Sample QC Done'] as const),
      ...(['Pending for Assortment Selection', 'Assortment Passed'] as const),
    )
    const open = () =>
      ops.call(buyerReviews.openReviews, { catalogue_ids: [code], responsible: person.email, deadline: '2040-01-02' })
    await open()
    await overdue(server, code)
    const late = (await ops.call(catalogue.getStyleDetails, { catalogue_id: code })).body.data.style
    expect(late.review).toMatchObject({ deadline: '2020-01-02', is_late: true })
    await buyer.call(buyerReviews.giveVerdict, { catalogue_id: code, verdict: 'fail', score: 1, remark: 'No' })
    // Would catch: a style that is failed, by one of them or for good, without a word why.
    const decide = (remark: string) =>
      asItStands(server, buyer).call(buyerReviews.decideReview, { catalogue_id: code, decision: 'fail', remark })
    const silent = [
      await buyer.call(buyerReviews.giveVerdict, { catalogue_id: code, verdict: 'fail', score: 5 }),
      await buyer.call(buyerReviews.giveVerdict, { catalogue_id: code, verdict: 'fail', score: 5, remark: '  ' }),
      await decide(' '),
    ]
    expect(silent.map(({ status, body }) => [status, body.code])).toEqual(silent.map(() => [400, 'invalid_input']))
    expect((await decide('No')).status).toBe(200)
    expect((await open()).status).toBe(409)
    await ops.call(catalogue.updateVendorCatalogue, { catalogue_ids: [code], back: true, remark: 'Looked at again' })
    const again = await open()
    expect(again.status, JSON.stringify(again.body)).toBe(200)
    const { rows } = (await ops.call(buyerReviews.getBuyerReviews, { tab: 'open' })).body.data
    expect(rows.find(({ catalogue_id }) => catalogue_id === code)).toMatchObject({ decision: null, decided_at: null })
  })

  // Would catch: a style taken live past its decider from the catalogue, a review that then stands open and late for ever, and one that
  // forgets its decider while its style stands aside.
  it('are decided by one rule from wherever the style is moved, and close when it goes another way', async () => {
    const code = await style(whole)
    await pictured(server, code)
    await moveAlong(
      ...([ops, code, 'Selected for Sample QC', 'Sample QC Done'] as const),
      ...(['Pending for Assortment Selection', 'Assortment Passed'] as const),
    )
    await ops.call(buyerReviews.openReviews, {
      ...{ catalogue_ids: [code], responsible: person.email, deadline: '2040-01-02' },
    })
    await overdue(server, code)
    const move = (by: Client, to: CatalogueStatus) =>
      by.call(catalogue.updateVendorCatalogue, { catalogue_ids: [code], to, remark: 'The cloth is gone' })
    const past = await move(ops, 'Live on Website')
    expect([past.status, past.body.message]).toEqual([403, expect.stringContaining(`decides ${code}, nobody else.`)])
    const ways = async (by: Client) =>
      (await by.call(catalogue.getStyleDetails, { catalogue_id: code })).body.data.allowed.map(({ to }) => to)
    expect(await ways(ops)).not.toContain('Live on Website')
    expect(await ways(buyer)).toContain('Live on Website')
    expect((await move(buyer, 'Live on Website')).status).toBe(409)

    expect((await move(ops, 'Review Pending')).status).toBe(200)
    const listed = async (tab: 'open' | 'overdue' | 'decided') =>
      (await ops.call(buyerReviews.getBuyerReviews, { tab })).body.data.rows.find((row) => row.catalogue_id === code)
    expect([await listed('open'), await listed('overdue')]).toEqual([undefined, undefined])
    expect((await listed('decided'))?.went_on).toMatchObject({ status: 'Review Pending', remark: 'The cloth is gone' })
    const give = () => buyer.call(buyerReviews.giveVerdict, { catalogue_id: code, verdict: 'pass', score: 4 })
    const late = await give()
    expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('its review is closed')])

    expect((await move(ops, 'Buyer Review Pending')).status).toBe(200)
    expect((await move(ops, 'Live on Website')).status).toBe(403)
    await give()
    expect((await move(buyer, 'Live on Website')).status).toBe(200)
    expect(await listed('decided')).toMatchObject({ decision: 'pass', went_on: null })
  })

  // Would catch: a style moved before its buyers by hand, which then anybody decides, or somebody with no verdict of a buyer.
  it('are opened before a style is decided', async () => {
    const code = await style(whole)
    await pictured(server, code)
    await moveAlong(
      ...([ops, code, 'Selected for Sample QC', 'Sample QC Done', 'Pending for Assortment Selection'] as const),
      ...(['Assortment Passed', 'Buyer Review Pending'] as const),
    )
    for (const to of ['Live on Website', 'Design Rejected'] as const) {
      const answer = await ops.call(catalogue.updateVendorCatalogue, { catalogue_ids: [code], to, remark: 'Good' })
      expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining('put it before its buyers')])
    }
    const { allowed } = (await ops.call(catalogue.getStyleDetails, { catalogue_id: code })).body.data
    expect(allowed.map(({ to }) => to)).toEqual(['Review Pending', 'Vendor Delisted'])
  })

  // Would catch: a review that is late on the day it is opened.
  it('are due today or later', async () => {
    const code = await style(whole)
    await moveAlong(
      ...([ops, code, 'Selected for Sample QC', 'Sample QC Done'] as const),
      ...(['Pending for Assortment Selection', 'Assortment Passed'] as const),
    )
    const answer = await ops.call(buyerReviews.openReviews, {
      ...{ catalogue_ids: [code], responsible: person.email, deadline: '2020-01-02' },
    })
    expect([answer.status, answer.body.details.fields?.map(({ field }) => field)]).toEqual([400, ['deadline']])
    expect(await statusOf(code)).toBe('Assortment Passed')
  })

  // Would catch: a verdict struck by mistake that counts for good.
  it('let a verdict be taken back until it is decided', async () => {
    const code = await style(whole)
    await moveAlong(
      ...([ops, code, 'Selected for Sample QC', 'Sample QC Done'] as const),
      ...(['Pending for Assortment Selection', 'Assortment Passed'] as const),
    )
    await ops.call(buyerReviews.openReviews, {
      ...{ catalogue_ids: [code], responsible: person.email, deadline: '2040-01-02' },
    })
    const say = (said: { verdict: 'pass' | null; score?: number }) =>
      buyer.call(buyerReviews.giveVerdict, { catalogue_id: code, ...said })
    expect((await say({ verdict: 'pass' })).status).toBe(400)
    await say({ verdict: 'pass', score: 5 })
    const back = await say({ verdict: null })
    expect(back.body.data.review.given, JSON.stringify(back.body)).toEqual([])
    const mine = (await buyer.call(buyerReviews.getBuyerReviews, { tab: 'mine' })).body.data.rows
    expect(mine.map(({ catalogue_id }) => catalogue_id)).toContain(code)
  })
})
