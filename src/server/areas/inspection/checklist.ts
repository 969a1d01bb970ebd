import { sql } from 'kysely'
import {
  type Checklist,
  type ChecklistItem,
  checklistFault,
  checklistMessages,
  checklistProblem,
  itemsFor,
} from '../../../shared/areas/inspection/checklist.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { loadGroup, readGroup, type SettingGroup, saveGroup, settingGroup } from '../../audit/setting-group.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Settings } from '../../database/settings.ts'
import { type CallContext, type Db, reply, type Tx } from '../../http/call.ts'
import { conflict, invalidInput } from '../../http/errors.ts'
import type { QcSites } from '../qc-boxes/sites.ts'
import type { Judgement } from './judgement.ts'

const fields = ['items', 'bench_all_yes'] as const

export const chinaChecklist = settingGroup({
  prefix: 'qc.checklist',
  rows: ['qc_checklist'],
  fields,
  shown: ({ qc_checklist }) => qc_checklist,
  kept: (qc_checklist: Checklist) => ({ qc_checklist }),
})

export const indiaChecklist = settingGroup({
  prefix: 'india_qc.checklist',
  rows: ['india_qc_checklist'],
  fields,
  shown: ({ india_qc_checklist }) => india_qc_checklist,
  kept: (india_qc_checklist: Checklist) => ({ india_qc_checklist }),
})

type Save = Taken<Contract['inspection']['saveQcChecklist']>

/** The calls of a country's checklist. What was answered keeps its words. Throws invalid_input where two items are one, `stale` where somebody was quicker. */
export function checklistCalls<N extends keyof Settings>(group: SettingGroup<Checklist, N>) {
  return {
    async qcChecklist(_: object, { db }: CallContext) {
      return reply({ ...(await loadGroup(db, group)), style_categories: await styleCategories(db) })
    },
    saveQcChecklist(input: Save, context: CallContext) {
      const fault = checklistFault(input.settings.items)
      if (fault !== null) throw invalidInput(fault, { fields: [{ field: 'settings.items', message: fault }] })
      return context.command(async (tx) => {
        const { data, message } = await saveGroup(tx, context, group, input, checklistMessages.saved)
        return reply({ ...data, style_categories: await styleCategories(tx) }, message)
      })
    },
  }
}

async function styleCategories(db: Db | Tx, styles?: readonly string[]): Promise<string[]> {
  const { rows } = await rowsOf({ category: col.text })`
    SELECT DISTINCT category FROM style WHERE ${styles ? sql`id = ANY(${[...styles]}::uuid[])` : sql`category <> ''`}
    ORDER BY category`.execute(db)
  return rows.map(({ category }) => category)
}

/** What is asked of pieces of these styles (style.id) at a country's QC; the version is that of the whole checklist. */
export async function checklistFor(
  db: Db | Tx,
  sites: QcSites,
  styles: readonly string[],
): Promise<Checklist & { version: number }> {
  const { settings, version } = await (sites === 'china_qc'
    ? readGroup(db, chinaChecklist)
    : readGroup(db, indiaChecklist))
  const items = itemsFor(settings.items, await styleCategories(db, [...new Set(styles)]))
  return { items, bench_all_yes: settings.bench_all_yes, version }
}

export interface AnsweredItem {
  item: ChecklistItem
  answer: 'yes' | 'no' | 'na'
  remark: string | null
}

/** What was ticked for a box, in the checklist's order. Throws invalid_input where a required item is open or its "no" stands without a verdict by hand. */
export async function answersOf(
  tx: Tx,
  { sites, styles }: { sites: QcSites; styles: readonly string[] },
  said: Pick<Judgement, 'checklist' | 'checklist_version' | 'verdict_by_hand' | 'verdict'>,
): Promise<AnsweredItem[]> {
  const { items, version } = await checklistFor(tx, sites, styles)
  const ticked = said.checklist ?? []
  if (new Set(ticked.map(({ code }) => code)).size < ticked.length) throw invalidInput('Multiple entries found.')
  // What was answered in other words than those that stand now is not known.
  if (ticked.length > 0 && (said.checklist_version ?? version) !== version) throw conflict(checklistMessages.unknown)
  const problem = checklistProblem(items, ticked, { verdict: said.verdict, byHand: said.verdict_by_hand })
  if (problem) {
    const { words, words_zh } = problem.item
    throw invalidInput(problem.message, { values: { item: words, item_zh: words_zh } })
  }
  const known = new Map(ticked.map((one) => [one.code, one]))
  return items.flatMap((item) => {
    const one = known.get(item.code)
    return one ? [{ item, answer: one.answer, remark: one.remark || null }] : []
  })
}

/** Keeps what was answered in the words of now. */
export async function insertAnswers(tx: Tx, inspectionId: string, answers: readonly AnsweredItem[]): Promise<void> {
  if (answers.length === 0) return
  const items = answers.map(({ item }) => item)
  await sql`
    INSERT INTO qc_checklist_answer (inspection_id, position, code, topic, words, words_zh, is_required, answer, remark)
    SELECT ${inspectionId}::uuid, a.place - 1, a.code, a.topic, a.words, a.words_zh, a.is_required, a.answer, a.remark
    FROM unnest(${items.map((i) => i.code)}::text[], ${items.map((i) => i.topic)}::text[],
      ${items.map((i) => i.words)}::text[], ${items.map((i) => i.words_zh)}::text[],
      ${items.map((i) => i.is_required)}::boolean[], ${answers.map((a) => a.answer)}::text[],
      ${answers.map((a) => a.remark)}::text[])
      WITH ORDINALITY AS a (code, topic, words, words_zh, is_required, answer, remark, place)`.execute(tx)
}
