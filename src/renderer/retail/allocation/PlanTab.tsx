import { Button } from '@blueprintjs/core'
import { type PlanSettings, type PlanTotals, planSettings } from '../../../shared/areas/allocation/shapes.ts'
import { openMoves } from '../../../shared/kernel/lifecycle.ts'
import { useAction } from '../../actions/useAction.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { useAskedAction } from '../../forms/useAskedAction.tsx'
import { useTyped } from '../../forms/useTyped.ts'
import { key } from '../../i18n/formats.ts'
import { Facts, Section } from '../../kit/Drawer.tsx'
import { PlainHead } from '../../kit/PlainHead.tsx'
import { Instant } from '../../kit/states.tsx'
import { useLocale } from '../../table/words.ts'
import { PassLink, retailValue } from './parts.tsx'
import { SettingInput } from './SettingInput.tsx'
import { type Setting, settingFaults, settings, settingWords, typedSettings } from './settings.ts'
import type { FoundTask } from './task-params.ts'

/** In the order in which they add up. */
const totalWords = {
  need: key('Pieces needed'),
  extra: key('+ for sets, packs and cells locked higher'),
  cut: key('− no room at the stores, or locked lower'),
  unset: key('− of stores for which no minimum set can be made up'),
  short: key('− missing at the warehouses'),
  left_out: key('− taken out, or not on the shortlist once there is one'),
  given: key('= pieces given'),
  stores: key('Stores served'),
  styles: key('Styles given'),
} as const satisfies Record<keyof PlanTotals, string>
const totals = Object.keys(totalWords) as (keyof PlanTotals)[]

/** What an allocation comes to, and what it would come to by other settings. */
export function PlanTab({ found }: { found: FoundTask }) {
  const words = useLocale()
  const { t, name, day, number, listed } = words
  const { task, sources, stores, gate_passes, pieces_by_choice: by } = found
  const closed = stores.filter(({ is_closed }) => is_closed)
  return (
    <div className="tabbed-scroll">
      <Section>
        <Facts
          facts={[
            [t('Categories'), listed(task.categories.map((one) => t(one)))],
            [t('Season'), listed(task.seasons) || t('All')],
            [t('From'), listed(sources.map((one) => `${one.site} · ${name(one.name, one.name_zh)}`))],
            [t('Stores'), number(stores.length)],
            [t('Pieces that go out'), number(task.pieces)],
            [t('Retail value'), retailValue(task, words)],
            [t('On the shortlist'), by.shortlisted > 0 ? number(by.shortlisted) : null],
            [t('Only offered'), by.offered > 0 ? number(by.offered) : null],
            [t('Taken out'), by.removed > 0 ? number(by.removed) : null],
            [t('Made by'), task.created_by],
            [t('Made on'), <Instant key="made" at={task.created_at} />],
            [t('Calculated on'), task.calculated_at && <Instant key="calculated" at={task.calculated_at} />],
            [t('Sales known until'), task.rates_as_of && day(task.rates_as_of)],
            [t('Reason'), task.reason],
          ]}
        />
        {closed.length > 0 ? (
          <p className="overdue">
            {t('Closed since: {{stores}}. They get nothing.', { stores: listed(closed.map(({ site }) => site)) })}
          </p>
        ) : null}
      </Section>
      {gate_passes.length > 0 ? (
        <Section title={t('Gate passes ({{n}})', { n: number(gate_passes.length) })}>
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

/** Other settings beside those of the plan: tried without changing it, then the plan made by them, or kept for new allocations. */
function WhatIf({ found }: { found: FoundTask }) {
  const { t } = useLocale()
  const { task, what_if: tried, moves, job_id } = found
  const begins = tried?.settings ?? found.settings
  const typed = useTyped(`allocation-settings.${task.task_id}`, typedSettings, begins, t('What if'))
  const faults = settingFaults(typed.value)
  const read = planSettings.safeParse(typed.value)
  const isOpen = openMoves(moves).includes('calculate')
  const mayCalculate = isOpen && job_id === null
  const run = useAction(
    ({ what_if, chosen }: { what_if: boolean; chosen: PlanSettings }, options) =>
      api.allocation.calculateAllocation(
        { task_id: task.task_id, version: task.version, settings: chosen, what_if },
        options,
      ),
    {
      refresh: ['allocation', 'frame.getJobs'],
      looksAgain: true,
      what: t('What if'),
      // Its progress stands above, and its end is said once.
      done: () => null,
    },
  )
  const start = async (what_if: boolean) => {
    if (read.success && (await run.run({ what_if, chosen: read.data }))) typed.reset()
  }
  const shown = tried && same(tried.settings, typed.value) ? tried : null
  return (
    <Section title={isOpen ? t('What if') : t('Settings and totals')}>
      {isOpen ? (
        <>
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
            <MakeUsual chosen={read.success ? read.data : null} />
            {typed.isTyped ? <Button variant="minimal" text={t('Discard')} onClick={typed.reset} /> : null}
          </div>
          <p className="muted">
            {tried && !shown
              ? t('These settings are not tried yet: the totals beside the plan come with that.')
              : t('Trying changes nothing: only its totals are kept beside the plan.')}
          </p>
        </>
      ) : null}
      {isOpen && shown && task.calculated_at !== null ? <TriedWords was={found.totals} now={shown.totals} /> : null}
      <table className="plain-table allocation-what-if" aria-label={t('What if')}>
        <PlainHead
          starts={[t('Settings')]}
          ends={[t('Saved plan'), ...(isOpen ? [t('Other settings'), t('Difference')] : [])]}
        />
        <tbody>
          {settings.map((setting) => (
            <tr key={setting}>
              <th scope="row">{t(settingWords[setting])}</th>
              <Saved value={found.settings[setting]} none={t('no limit')} />
              {isOpen ? (
                <>
                  <td className="end">
                    <SettingInput
                      disabled={!mayCalculate}
                      setting={setting}
                      value={typed.value[setting]}
                      isOut={faults.has(setting)}
                      onChange={(value) => typed.change((now) => ({ ...now, [setting]: value }))}
                    />
                  </td>
                  <Difference was={found.settings[setting]} now={typed.value[setting]} />
                </>
              ) : null}
            </tr>
          ))}
        </tbody>
        <Totals found={found} tried={shown} hasOthers={isOpen} />
      </table>
    </Section>
  )
}

const same = (one: PlanSettings, other: Readonly<Record<Setting, number | null>>) =>
  settings.every((setting) => one[setting] === other[setting])

/** Keeps settings as those that new allocations and replenishment orders go by. */
function MakeUsual({ chosen }: { chosen: PlanSettings | null }) {
  const { t, labelled } = useLocale()
  const config = useAnswer('allocation.getAllocationConfig', {}).data
  const differ = config && chosen ? settings.filter((one) => config.settings[one] !== chosen[one]) : []
  const save = useAskedAction(
    (_, options) => {
      if (!config || !chosen) throw new Error('there are no settings to save')
      return api.allocation.saveAllocationSettings(
        { settings: { ...config.settings, ...chosen }, version: config.version },
        options,
      )
    },
    {
      refresh: ['allocation'],
      looksAgain: true,
      ask: () => ({
        title: t('Save as the usual settings'),
        text: `${t('New allocations and replenishment orders of everybody begin with them:')} ${differ
          .map((one) => labelled(t(settingWords[one]), `${config?.settings[one] ?? '–'} → ${chosen?.[one] ?? '–'}`))
          .join(' · ')}`,
        confirm: t('Save'),
      }),
    },
  )
  return (
    <>
      <Button
        text={t('Save as the usual settings…')}
        disabled={differ.length === 0}
        loading={save.isRunning}
        onClick={() => save.ask()}
      />
      {save.dialog}
    </>
  )
}

interface TotalsProps {
  found: FoundTask
  tried: FoundTask['what_if']
  hasOthers: boolean
}

function Totals({ found, tried, hasOthers }: TotalsProps) {
  const { t, number } = useLocale()
  const isPlanned = found.task.calculated_at !== null
  return (
    <tbody className="allocation-totals">
      {totals.map((total) => (
        <tr key={total} data-sum={total === 'given' || undefined}>
          <th scope="row">{t(totalWords[total])}</th>
          <td className="end">{isPlanned ? number(found.totals[total]) : '–'}</td>
          {hasOthers ? (
            <>
              <td className="end">{tried ? number(tried.totals[total]) : '–'}</td>
              <Difference was={isPlanned ? found.totals[total] : null} now={tried?.totals[total] ?? null} />
            </>
          ) : null}
        </tr>
      ))}
    </tbody>
  )
}

function Saved({ value, none }: { value: number | null; none: string }) {
  const { number } = useLocale()
  return <td className="end">{value === null ? none : number(value)}</td>
}

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
    now.cut > was.cut && plural(now.cut - was.cut, '1 piece more finds no room', '{{n}} pieces more find no room'),
    now.cut < was.cut && plural(was.cut - now.cut, '1 piece fewer finds no room', '{{n}} pieces fewer find no room'),
  ].filter((part) => part !== false)
  return (
    <p className="allocation-tried" role="status">
      {parts.length === 0
        ? t('With the other settings the plan comes to the same.')
        : t('With the other settings: {{changes}}.', { changes: parts.join(' · ') })}
    </p>
  )
}
