import { Button } from '@blueprintjs/core'
import { z } from 'zod'
import { type PlanSettings, type PlanTotals, planSettings } from '../../../shared/areas/allocation/shapes.ts'
import { openMoves } from '../../../shared/kernel/lifecycle.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { useTyped } from '../../forms/useTyped.ts'
import { key } from '../../i18n/formats.ts'
import { Facts, Section } from '../../kit/Drawer.tsx'
import { QuantityInput } from '../../kit/quantities.tsx'
import { useLocale } from '../../table/words.ts'
import { PassLink } from './parts.tsx'
import type { FoundTask } from './TaskDrawer.tsx'

const settingWords = {
  lead_days: key('Lead days'),
  cover_days: key('Cover days'),
  safety_pieces: key('Safety pieces of an SKU'),
  holdback_percent: key('Holdback at the warehouse, %'),
  pieces_per_core_size: key('Minimum set: pieces of a core size'),
  pack_multiple: key('Pieces in a pack'),
  most_per_style: key('Most pieces of a style at a store'),
} as const satisfies Record<keyof PlanSettings, string>
type Setting = keyof PlanSettings
const settings = Object.keys(settingWords) as Setting[]

const totalWords = {
  given: key('Pieces given'),
  need: key('Pieces needed'),
  short: key('Pieces missing at the warehouses'),
  stores: key('Stores served'),
  styles: key('Styles given'),
} as const satisfies Record<keyof PlanTotals, string>
const totals = Object.keys(totalWords) as (keyof PlanTotals)[]

const typedSettings = z.object(
  Object.fromEntries(settings.map((name) => [name, z.int().nonnegative().nullable()])) as Record<
    Setting,
    z.ZodNullable<z.ZodInt>
  >,
)

/** What an allocation comes to, and what it would come to by other settings. */
export function PlanTab({ found }: { found: FoundTask }) {
  const { t, name, day, instant, money, number } = useLocale()
  const { task, sources, stores, gate_passes } = found
  const closed = stores.filter(({ is_closed }) => is_closed)
  return (
    <div className="tabbed-scroll">
      <Section>
        <Facts
          facts={[
            [t('Categories'), task.categories.join(', ')],
            [t('From'), sources.map((one) => `${one.site} · ${name(one.name, one.name_zh)}`).join(', ')],
            [t('Stores'), number(stores.length)],
            [t('Pieces'), number(task.pieces)],
            [
              t('Retail value'),
              task.retail_value_minor === null ? null : money({ minor: task.retail_value_minor, currency: 'INR' }),
            ],
            [t('Made by'), task.created_by],
            [t('Made on'), instant(task.created_at)],
            [t('Calculated on'), task.calculated_at && instant(task.calculated_at)],
            [t('Sales known until'), task.rates_as_of && day(task.rates_as_of)],
            [t('Reason'), task.reason],
          ]}
        />
        {closed.length > 0 ? (
          <p className="overdue">
            {t('Closed since: {{stores}}. They get nothing.', { stores: closed.map(({ site }) => site).join(', ') })}
          </p>
        ) : null}
      </Section>
      {gate_passes.length > 0 ? (
        <Section title={t('Gate passes')}>
          <p className="allocation-passes">
            {gate_passes.map((pass) => (
              <PassLink key={pass} number={pass} />
            ))}
          </p>
        </Section>
      ) : null}
      <WhatIf found={found} />
    </div>
  )
}

/** Other settings beside those of the plan: tried without changing it, then the plan made by them. */
function WhatIf({ found }: { found: FoundTask }) {
  const { t, number } = useLocale()
  const { task, what_if: tried, moves, job_id } = found
  const begins = tried?.settings ?? found.settings
  const typed = useTyped(`allocation-settings.${task.task_id}`, typedSettings, begins, t('What if'))
  const read = planSettings.safeParse(typed.value)
  const bad = new Set(read.success ? [] : read.error.issues.map(({ path }) => String(path[0])))
  const mayCalculate = openMoves(moves).includes('calculate') && job_id === null
  const run = useAction(
    ({ what_if, chosen }: { what_if: boolean; chosen: PlanSettings }, options) =>
      api.allocation.calculateAllocation(
        { task_id: task.task_id, version: task.version, settings: chosen, what_if },
        options,
      ),
    { refresh: ['allocation', 'frame.getJobs'], looksAgain: true, what: t('What if') },
  )
  const start = async (what_if: boolean) => {
    if (read.success && (await run.run({ what_if, chosen: read.data }))) typed.reset()
  }
  const isPlanned = task.calculated_at !== null
  return (
    <Section title={t('What if')}>
      <table className="plain-table allocation-what-if" aria-label={t('What if')}>
        <thead>
          <tr>
            <th scope="col">{t('Settings')}</th>
            <th scope="col" className="end">
              {t('Saved plan')}
            </th>
            <th scope="col" className="end">
              {t('Other settings')}
            </th>
            <th scope="col" className="end">
              {t('Difference')}
            </th>
          </tr>
        </thead>
        <tbody>
          {settings.map((setting) => (
            <tr key={setting}>
              <th scope="row">{t(settingWords[setting])}</th>
              <td className="end">{shownSetting(found.settings[setting], number, t('no limit'))}</td>
              <td className="end">
                <QuantityInput
                  label={t(settingWords[setting])}
                  value={typed.value[setting]}
                  isInvalid={bad.has(setting)}
                  disabled={!mayCalculate}
                  {...(setting === 'most_per_style' && { placeholder: t('no limit') })}
                  onChange={(value) => typed.change((now) => ({ ...now, [setting]: value }))}
                />
              </td>
              <Difference was={found.settings[setting]} now={typed.value[setting]} />
            </tr>
          ))}
        </tbody>
        <tbody className="allocation-totals">
          {totals.map((total) => (
            <tr key={total}>
              <th scope="row">{t(totalWords[total])}</th>
              <td className="end">{isPlanned ? number(found.totals[total]) : '–'}</td>
              <td className="end">{tried ? number(tried.totals[total]) : '–'}</td>
              <Difference was={isPlanned ? found.totals[total] : null} now={tried?.totals[total] ?? null} />
            </tr>
          ))}
        </tbody>
      </table>
      {bad.size > 0 ? (
        <p className="field-problem" role="alert">
          {t('Days are 0 to 180 (cover at least 1), the holdback 0 to 100 %, a pack at least 1 piece.')}
        </p>
      ) : null}
      {tried && isPlanned ? <TriedWords was={found.totals} now={tried.totals} /> : null}
      <div className="allocation-buttons">
        <Button
          text={t('Try these settings')}
          disabled={!mayCalculate || !read.success}
          loading={run.isRunning}
          onClick={() => void start(true)}
        />
        <Button
          text={t('Make the plan by them')}
          disabled={!mayCalculate || !read.success}
          loading={run.isRunning}
          onClick={() => void start(false)}
        />
      </div>
      <p className="muted">{t('Trying changes nothing: only its totals are kept beside the plan.')}</p>
    </Section>
  )
}

const shownSetting = (value: number | null, number: (value: number) => string, none: string) =>
  value === null ? none : number(value)

function Difference({ was, now }: { was: number | null; now: number | null }) {
  const { decimal } = useLocale()
  if (was === null || now === null || was === now) return <td className="end muted">–</td>
  return <td className="end">{decimal(now - was, 0, true)}</td>
}

/** The difference in a sentence. */
function TriedWords({ was, now }: { was: PlanTotals; now: PlanTotals }) {
  const { t, plural } = useLocale()
  const parts = [
    now.given > was.given && plural(now.given - was.given, '1 piece more is given', '{{n}} pieces more are given'),
    now.given < was.given && plural(was.given - now.given, '1 piece fewer is given', '{{n}} pieces fewer are given'),
    now.stores > was.stores &&
      plural(now.stores - was.stores, '1 store more is served', '{{n}} stores more are served'),
    now.stores < was.stores &&
      plural(was.stores - now.stores, '1 store fewer is served', '{{n}} stores fewer are served'),
    now.short > was.short && plural(now.short - was.short, '1 piece more is missing', '{{n}} pieces more are missing'),
    now.short < was.short &&
      plural(was.short - now.short, '1 piece fewer is missing', '{{n}} pieces fewer are missing'),
  ].filter((part) => part !== false)
  return (
    <p className="allocation-tried">
      {parts.length === 0
        ? t('With the other settings the plan comes to the same.')
        : t('With the other settings: {{changes}}.', { changes: parts.join(' · ') })}
    </p>
  )
}
