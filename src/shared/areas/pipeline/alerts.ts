import { z } from 'zod'
import { notice, toPerson } from '../../kernel/notices.ts'
import { supplierId } from '../../kernel/shapes.ts'
import { key } from '../../kernel/words.ts'
import { canAge, type PipelineStage, stageNames } from './stages.ts'

/** The preference in which a person's alerts are: a value of `alertSettings`. */
export const alertsPreference = 'pipeline.alerts'

export const MOST_ALERTS = 20

/** Stages that one can be alerted of. */
export const alertStages = stageNames.filter(canAge) as [PipelineStage, ...PipelineStage[]]

/** The answer rate counts orders that were approved within so many days, and is said of a vendor with so many of them at least. */
export const ANSWER_DAYS = 30
export const FEWEST_ASKED = 5

const id = z.uuid()

export const alertShape = z.discriminatedUnion('kind', [
  z.object({
    id,
    kind: z.literal('stage'),
    stage: z.enum(alertStages),
    days: z.int().min(1).max(365),
    /** Empty: of all vendors. */
    supplier_id: z.literal('').or(supplierId),
  }),
  z.object({
    id,
    kind: z.literal('answers'),
    percent: z.int().min(1).max(100),
    supplier_id: z.literal('').or(supplierId),
  }),
  z.object({ id, kind: z.literal('runs_out'), style: z.string().trim().min(1).max(40) }),
])
export type Alert = z.output<typeof alertShape>
export type AlertKind = Alert['kind']

export const alertSettings = z.object({
  alerts: z.array(alertShape).max(MOST_ALERTS),
  /** A mail a day with what is new. */
  by_mail: z.boolean(),
  /** The server as this person reaches it, for links in mails; empty where it is not known. */
  address: z.literal('').or(
    z
      .string()
      .max(200)
      .regex(/^https?:\/\/[\w.:[\]-]+$/),
  ),
})
export type AlertSettings = z.output<typeof alertSettings>

export const isAlertSettings = (value: unknown): value is AlertSettings => alertSettings.safeParse(value).success

/** The list behind an alert, with the rows that it is of. */
export function alertPath(alert: Alert): string {
  switch (alert.kind) {
    case 'stage':
      return `/ops/pipeline?stage=${alert.stage}&over=${alert.days}${alert.supplier_id && `&supplier=${encodeURIComponent(alert.supplier_id)}`}`
    case 'answers':
      return `/supplier/scorecards?period=${ANSWER_DAYS}${alert.supplier_id && `&vendor=${encodeURIComponent(alert.supplier_id)}&of=answer`}`
    case 'runs_out':
      return `/ops/pipeline?style=${encodeURIComponent(alert.style)}`
  }
}

export const runsOutWords = {
  later: key('the next arrival is expected on {{arrives}}, after that'),
  never: key('nothing is on its way'),
} as const

const stageList = '/ops/pipeline?stage={{stage}}&over={{days}}&supplier={{supplier_id}}'

export const alertNotices = {
  stage_too_long: notice('attention', {
    to: toPerson('Open pipeline'),
    label: 'Your alerts: too long in a stage',
    one: ['{{code}}: {{pieces}} pcs for more than {{days}} days in “{{stage}}”.', stageList],
    many: ['{{count}} records stand for more than {{days}} days in “{{stage}}”.', stageList],
  }),
  answers_too_few: notice('attention', {
    to: toPerson('Open scorecards'),
    label: 'Your alerts: answer rate of a vendor',
    one: [
      '{{vendor}} answered {{rate}} % of the orders of the last 30 days: below {{percent}} %.',
      '/supplier/scorecards?period=30&vendor={{code}}&of=answer',
    ],
    many: [
      '{{count}} vendors answered fewer than {{percent}} % of the orders of the last 30 days.',
      '/supplier/scorecards?period=30',
    ],
  }),
  style_runs_out: notice('attention', {
    to: toPerson('Open pipeline'),
    label: 'Your alerts: a style runs out',
    one: ['{{style}} lasts about {{cover}} days at what was sold lately; {{next}}.', '/ops/pipeline?style={{style}}'],
    many: ['{{count}} styles run out before their next arrival.', '/ops/pipeline?style={{style}}'],
  }),
}
