import { sql } from 'kysely'
import { z } from 'zod'
import {
  type Checklist,
  type ChecklistAnswer,
  type ChecklistItem,
  checklistAnswerNames,
  checklistFault,
  checklistMessages,
  checklistProblem,
  itemsFor,
  problemValues,
  type RefusedCheck,
  standingRefusals,
} from '../../../shared/areas/inspection/checklist.ts'
import type { SeenSettings } from '../../../shared/areas/inspection/shapes.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import {
  loadGroup,
  readGroup,
  type SettingGroup,
  saveGroup,
  seenGroup,
  settingGroup,
} from '../../audit/setting-group.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Settings } from '../../database/settings.ts'
import { type CallContext, type Db, reply, type Tx } from '../../http/call.ts'
import { invalidInput } from '../../http/errors.ts'
import type { QcPlace, QcSites } from '../qc-boxes/sites.ts'
import type { Judgement } from './judgement.ts'
import type { Lot } from './lots.ts'
import { changedMeanwhile, chinaSettings, indiaSettings, styleCategories } from './settings.ts'

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

/** What is asked of pieces of these styles (style.id) at a country's QC; version and last change are those of the whole checklist. */
export async function checklistFor(
  db: Db | Tx,
  sites: QcSites,
  styles: readonly string[],
): Promise<Checklist & SeenSettings> {
  const { settings } = await (sites === 'china_qc' ? readGroup(db, chinaChecklist) : readGroup(db, indiaChecklist))
  const items = itemsFor(settings.items, await styleCategories(db, [...new Set(styles)]))
  return { items, bench_all_yes: settings.bench_all_yes, ...(await seenChecklist(db, sites)) }
}

const seenChecklist = (db: Db | Tx, sites: QcSites): Promise<SeenSettings> =>
  sites === 'china_qc' ? seenGroup(db, chinaChecklist) : seenGroup(db, indiaChecklist)

/** The versions of all that pieces are judged by at these sites, in one number that only grows. */
export async function rulesVersion(db: Db, sites: QcSites): Promise<number> {
  const groups = sites === 'china_qc' ? [chinaSettings, chinaChecklist] : [indiaSettings, indiaChecklist]
  const names = groups.flatMap(({ rows }) => rows)
  const { rows } = await rowsOf({ version: col.number })`
    SELECT sum(version)::int AS version FROM setting WHERE name = ANY(${names}::text[])`.execute(db)
  return rows[0]?.version ?? 0
}

export interface AnsweredItem {
  item: ChecklistItem
  answer: ChecklistAnswer | null
  remark: string | null
}

/** What was asked of a box with what was answered, in the checklist's order. Throws invalid_input where a required item is open or its "no" unexplained. */
export async function answersOf(
  tx: Tx,
  { sites, styles }: { sites: QcSites; styles: readonly string[] },
  said: Pick<Judgement, 'checklist' | 'checklist_version'>,
): Promise<AnsweredItem[]> {
  const { items, ...now } = await checklistFor(tx, sites, styles)
  const ticked = said.checklist ?? []
  if (new Set(ticked.map(({ code }) => code)).size < ticked.length) throw invalidInput('Multiple entries found.')
  const seen = said.checklist_version
  if (ticked.length > 0 && seen === undefined) throw invalidInput(checklistMessages.noVersion)
  // What was answered in other words than those that stand now is not known; and before anything else is said of it, the list of now is shown.
  if (seen !== undefined && seen !== now.version) throw changedMeanwhile(checklistMessages.unknown, now)
  const problem = checklistProblem(items, ticked)
  if (problem) throw invalidInput(problem.message, { values: problemValues(problem) })
  const known = new Map(ticked.map((one) => [one.code, one]))
  return items.map((item) => {
    const one = known.get(item.code)
    return { item, answer: one?.answer ?? null, remark: one?.remark || null }
  })
}

const answered = z.object({
  code: col.text,
  words: col.text,
  words_zh: col.text,
  answer: z.enum(checklistAnswerNames).nullable(),
})
const lookColumns = {
  box_id: col.text,
  box_no: col.text,
  lots: col.texts,
  skus: col.texts,
  passed: col.texts,
  answers: z.array(answered),
}

/** Checks that stand refused for each lot of a box, by the lot's key: of its own inspections, and of what was answered of the same SKUs in an earlier round. */
export async function refusalsOf(
  db: Db | Tx,
  box: QcPlace,
  lots: readonly Pick<Lot, 'id' | 'key' | 'cells'>[],
): Promise<Map<string, RefusedCheck[]>> {
  const { rows } = await rowsOf(lookColumns)`
    SELECT i.box_id, b.box_no,
      ARRAY(SELECT x.lot_id::text FROM qc_inspection_lot x WHERE x.inspection_id = i.id) AS lots,
      ARRAY(SELECT l.sku_id::text FROM qc_inspection_line l WHERE l.inspection_id = i.id) AS skus,
      ARRAY(SELECT l.sku_id::text FROM qc_inspection_line l WHERE l.inspection_id = i.id AND l.passed > 0) AS passed,
      coalesce((SELECT json_agg(json_build_object('code', a.code, 'words', a.words, 'words_zh', a.words_zh, 'answer', a.answer)
        ORDER BY a.position) FROM qc_checklist_answer a WHERE a.inspection_id = i.id), '[]') AS answers
    FROM qc_inspection i JOIN box b ON b.id = i.box_id
    WHERE i.site_id = ${box.site_id}::uuid AND (i.box_id = ${box.box_id}::uuid OR i.id IN (SELECT x.inspection_id FROM qc_inspection_lot x
      WHERE x.lot_id = ANY(${lots.flatMap(({ id }) => id ?? [])}::uuid[])))
    ORDER BY i.at, i.number`.execute(db)
  return new Map(
    lots.map(({ id, key, cells }) => {
      const own = new Set(cells.map(({ line }) => line.sku_id))
      const looks = rows
        .map(({ lots: of, skus, passed, ...look }) => ({
          ...look,
          is_of_lot: id !== null && of.includes(id),
          is_of_skus: look.box_id === box.box_id && skus.some((sku) => own.has(sku)),
          has_passed: passed.some((sku) => own.has(sku)),
        }))
        .filter(({ is_of_lot, is_of_skus }) => is_of_lot || is_of_skus)
      return [key, standingRefusals(looks, box.box_id)]
    }),
  )
}

/** Keeps what was asked and answered in the words of now. */
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
