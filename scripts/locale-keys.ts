import { findKeys } from 'i18next-cli'
import config from '../i18next.config.ts'
import { countExpectations, countMessages } from '../src/shared/areas/counting/sheets.ts'
import { jobWords } from '../src/shared/areas/frame/jobs.ts'
import { qcSettingMessages } from '../src/shared/areas/inspection/settings.ts'
import { inspectionExpectations, inspectionFaults } from '../src/shared/areas/inspection/sheets.ts'
import { verdictLabels } from '../src/shared/areas/inspection/verdict.ts'
import { invoiceMessages, paperProblems } from '../src/shared/areas/invoices/rules.ts'
import { paperExpectations, paperFaults } from '../src/shared/areas/invoices/sheets.ts'
import { reprintReasonNames } from '../src/shared/areas/labels/rules.ts'
import { accountChanges, type NoticeKind, noticeKinds } from '../src/shared/areas/notices/kinds.ts'
import { exceptionWords } from '../src/shared/areas/orders/answers.ts'
import { orderStatuses } from '../src/shared/areas/orders/status.ts'
import { peopleMessages } from '../src/shared/areas/people/rules.ts'
import { moveProblems } from '../src/shared/areas/qc-boxes/moves.ts'
import { caseOutcomeLabels, qcActionLabels, qcStatuses } from '../src/shared/areas/qc-boxes/status.ts'
import { doorWords } from '../src/shared/areas/receiving/rules.ts'
import { arrivedBoxes, doorFaults } from '../src/shared/areas/receiving/sheets.ts'
import { inwardedStatuses, shipmentStatuses } from '../src/shared/areas/shipments/status.ts'
import { actionLabels, factLabels, traceStatuses } from '../src/shared/areas/trace/kinds.ts'
import { reportDayProblems } from '../src/shared/kernel/days.ts'
import { pictureMessages } from '../src/shared/kernel/pictures.ts'
import { refusalReasons } from '../src/shared/kernel/reasons.ts'
import { rights } from '../src/shared/kernel/rights.ts'
import { roles, teams } from '../src/shared/kernel/roles.ts'
import { sideMenu } from '../src/shared/kernel/screens.ts'
import { expectations, refusalMessages, sheetMessages } from '../src/shared/kernel/sheet.ts'

/** Only what goes wrong is worth a line. */
const logger = { info: () => undefined, warn: console.warn, error: console.error }

/**
 * Every English text that needs Chinese, and one place where it stands: what i18next-cli finds in the sources, and the tables
 * of the domain, whose words are values and never stand in a call. Throws when a source cannot be read.
 */
export async function allKeys(): Promise<Map<string, string>> {
  const unread: string[] = []
  const { allKeys: found } = await findKeys(config, logger, unread)
  if (unread.length > 0) throw new Error(`not read: ${unread.join(', ')}`)
  const keys = new Map(tableKeys())
  for (const { key, locations } of found.values()) {
    // A number is the place in a list of words (`words[0]`), which i18next-cli takes for a word.
    if (!/^\d+$/.test(key)) keys.set(key, locations?.[0]?.file ?? 'src')
  }
  return keys
}

function tableKeys(): [string, string][] {
  const menu = roles
    .flatMap((role) => [null, ...teams].flatMap((team) => sideMenu({ role, team })))
    .flatMap(({ label, items }) => [label, ...items.map((item) => item.label)])
  const tables: [string, readonly string[]][] = [
    ['order-status.ts', orderStatuses],
    ['shipment-status.ts', [...shipmentStatuses, ...inwardedStatuses]],
    ['qc-door.ts', Object.values(doorWords)],
    ['qc-door-sheets.ts', [...Object.values(doorFaults), arrivedBoxes.noRows]],
    ['qc-status.ts', [...qcStatuses, ...Object.values(qcActionLabels), ...Object.values(caseOutcomeLabels)]],
    ['qc-reverts.ts', Object.values(moveProblems)],
    ['qc-settings.ts', Object.values(qcSettingMessages)],
    ['qc-count-sheets.ts', [countMessages, countExpectations].flatMap((table) => Object.values<string>(table))],
    ['pictures.ts', Object.values(pictureMessages)],
    ['report-days.ts', Object.values(reportDayProblems)],
    ['reasons.ts', refusalReasons],
    [
      'qc-inspection-sheets.ts',
      [inspectionFaults, inspectionExpectations].flatMap((table) => Object.values<string>(table)),
    ],
    ['sampling-verdict.ts', Object.values(verdictLabels)],
    ['invoices.ts', [paperProblems, invoiceMessages].flatMap((table) => Object.values<string>(table))],
    ['qc-paper-sheets.ts', [paperFaults, paperExpectations].flatMap((table) => Object.values<string>(table))],
    ['printing.ts', Object.values(reprintReasonNames)],
    ['jobs.ts', Object.values(jobWords)],
    ['next-actions.ts', Object.values(actionLabels)],
    ['trace.ts', [...Object.values(factLabels), ...Object.values(traceStatuses)]],
    ['screens.ts', menu],
    ['people.ts', Object.values(peopleMessages)],
    ['notices.ts', [...Object.values<NoticeKind>(noticeKinds).flatMap(noticeTexts), ...accountChanges]],
    ['exceptions.ts', Object.values(exceptionWords)],
    ['rights.ts', Object.values(rights).flatMap(({ group, label }) => [group, label])],
    [
      'sheet-messages.ts',
      [sheetMessages, refusalMessages, expectations].flatMap((table) => Object.values<string>(table)),
    ],
  ]
  return tables.flatMap(([file, texts]) => texts.map((text): [string, string] => [text, `src/shared/domain/${file}`]))
}

function noticeTexts({ label, words, action }: NoticeKind): string[] {
  return [label, words.one, words.many, action]
}
