import { Button, HTMLSelect } from '@blueprintjs/core'
import { useEffect, useRef } from 'react'
import { z } from 'zod'
import type { ReplayTotals } from '../../../shared/areas/allocation/replay.ts'
import { planSettings } from '../../../shared/areas/allocation/shapes.ts'
import { replayWords } from '../../../shared/areas/allocation/store-words.ts'
import { useAction } from '../../actions/useAction.ts'
import { useRefresh } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { JobRun } from '../../app/jobs/JobItem.tsx'
import { isUnderWay, useJobs } from '../../app/jobs/use-jobs.ts'
import { useTyped } from '../../forms/useTyped.ts'
import { key } from '../../i18n/formats.ts'
import { Section } from '../../kit/Drawer.tsx'
import { ScrollPart } from '../../kit/Page.tsx'
import { PlainHead } from '../../kit/PlainHead.tsx'
import { Callout } from '../../kit/states.tsx'
import { useLocale } from '../../table/words.ts'
import { RangeInput, SettingInput } from '../allocation/SettingInput.tsx'
import { settingFaults, settings, settingWords, typedSettings } from '../allocation/settings.ts'
import type { Config } from './stores-params.ts'

const totals = Object.keys(replayWords) as (keyof ReplayTotals)[]

const typedReplay = typedSettings.extend({
  category: z.string(),
  days: z.int().nullable(),
  every: z.int().nullable(),
})

/** What a replay may be asked for; its words say what the contract allows. */
const replayRanges = {
  days: { from: 7, to: 365, words: key('The last days are 7 to 365.') },
  every: { from: 1, to: 60, words: key('A plan is made every 1 to 60 days.') },
} as const

const refreshMs = 1_500

interface ReplayTabProps {
  config: Config
  reload: () => Promise<unknown>
}

/** Past sales once more by today's settings and by others: how many sales each would have lost, and what would be left over. */
export function ReplayTab({ config, reload }: ReplayTabProps) {
  const { t } = useLocale()
  useFollowedReplay(config, reload)
  return (
    <ScrollPart className="stores-replay" label={t('Replay')}>
      <Ask config={config} />
      <Running config={config} />
      <Result config={config} />
    </ScrollPart>
  )
}

/** Asks while a replay is under way, and once more when it is through. */
function useFollowedReplay({ replay }: Config, reload: () => Promise<unknown>): void {
  const refresh = useRefresh()
  const isRunning = replay?.job_id != null
  const latest = useRef(reload)
  latest.current = reload
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => void latest.current(), refreshMs)
    return () => {
      clearInterval(timer)
      void refresh(['frame.getJobs'])
    }
  }, [isRunning, refresh])
}

function Ask({ config }: { config: Config }) {
  const { t, number } = useLocale()
  const usual = planSettings.parse(config.settings)
  const last = config.replay
  // What was tried last stands there, so that it can be turned a little further.
  const begins = {
    ...{ category: last?.category ?? '', days: last?.days ?? 60, every: last?.every ?? 7 },
    ...(last?.outcome?.other.settings ?? usual),
  }
  const typed = useTyped('allocation-replay', typedReplay, begins, t('Replay'))
  const { value } = typed
  const read = planSettings.safeParse(Object.fromEntries(settings.map((name) => [name, value[name]])))
  const faults = settingFaults(value)
  const isIn = (name: keyof typeof replayRanges) => {
    const { from, to } = replayRanges[name]
    const days = value[name]
    return days !== null && days >= from && days <= to
  }
  const isGood = read.success && isIn('days') && isIn('every')
  const start = useAction(
    (_: null, options) =>
      api.allocation.replaySettings(
        {
          ...(value.category !== '' && { category: value.category }),
          settings: planSettings.parse(read.data),
          days: value.days ?? 60,
          every: value.every ?? 7,
        },
        options,
      ),
    { refresh: ['allocation.getAllocationConfig', 'frame.getJobs'], looksAgain: true, what: t('Replay') },
  )
  const set = (change: Partial<typeof value>) => typed.change({ ...value, ...change })
  return (
    <Section isOnPage title={t('What other settings would have come to')}>
      <p className="muted stores-how">
        {t(
          'Past days are sold once more, as if a plan had been made every so many days from what was known that morning. Stores begin with what they have now, the warehouses with what they have and all that sold since. On days without stock the rate of sale stands for what customers wanted.',
        )}
      </p>
      <div className="stores-form">
        <span>
          {t('Category')}
          <HTMLSelect
            aria-label={t('Category')}
            value={value.category}
            onChange={({ currentTarget }) => set({ category: currentTarget.value })}
            options={[
              { value: '', label: t('All categories') },
              ...config.categories.map((one) => ({ value: one, label: one })),
            ]}
          />
        </span>
        <span>
          {t('Last days')}
          <RangeInput
            label={t('Last days')}
            value={value.days}
            range={replayRanges.days.words}
            isOut={!isIn('days')}
            onChange={(days) => set({ days })}
          />
        </span>
        <span>
          {t('A plan every so many days')}
          <RangeInput
            label={t('A plan every so many days')}
            value={value.every}
            range={replayRanges.every.words}
            isOut={!isIn('every')}
            onChange={(every) => set({ every })}
          />
        </span>
      </div>
      <table className="plain-table stores-settings" aria-label={t('Settings')}>
        <PlainHead starts={[t('Settings')]} ends={[t('Today'), t('Other settings')]} />
        <tbody>
          {settings.map((name) => (
            <tr key={name}>
              <th scope="row">{t(settingWords[name])}</th>
              <td className="end">{usual[name] === null ? t('no limit') : number(usual[name])}</td>
              <td className="end">
                <SettingInput
                  setting={name}
                  value={value[name]}
                  isOut={faults.has(name)}
                  onChange={(next) => set({ [name]: next })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Button
        intent="primary"
        text={t('Replay past sales')}
        disabled={!isGood || config.replay?.job_id != null}
        loading={start.isRunning}
        onClick={async () => {
          if (await start.run(null)) typed.reset()
        }}
      />
    </Section>
  )
}

function Running({ config: { replay } }: { config: Config }) {
  const { t } = useLocale()
  const { jobs } = useJobs()
  const job = jobs?.find(({ id }) => id === replay?.job_id)
  return job && isUnderWay(job) ? <JobRun job={job} cancelText={t('Cancel the replay')} /> : null
}

function Result({ config: { replay } }: { config: Config }) {
  const { t, number, decimal, day, labelled } = useLocale()
  if (!replay) return null
  const { outcome, job_id } = replay
  if (outcome === null)
    return job_id === null ? <Callout tone="warn">{t('The last replay was not finished.')}</Callout> : null
  const { usual, other } = outcome
  const fewer = usual.totals.lost - other.totals.lost
  const more = other.totals.left_at_stores - usual.totals.left_at_stores
  const changed = settings.filter((name) => usual.settings[name] !== other.settings[name])
  const verdict = (n: number, less: string, same: string, greater: string) =>
    n === 0 ? t(same) : t(n > 0 ? less : greater, { n: number(Math.abs(n)) })
  return (
    <Section isOnPage title={t('What came of it')}>
      <p className="muted">
        {t('{{from}} to {{to}}, {{stores}} stores, {{styles}} styles, {{category}}.', {
          from: day(outcome.from),
          to: day(outcome.to),
          stores: number(outcome.stores),
          styles: number(outcome.styles),
          category: replay.category ?? t('All categories'),
        })}{' '}
        {changed.length === 0
          ? t('Both settings are the same.')
          : changed
              .map((name) =>
                labelled(
                  t(settingWords[name]),
                  `${shownSetting(usual.settings[name])} → ${shownSetting(other.settings[name])}`,
                ),
              )
              .join(' · ')}
      </p>
      <p className="stores-verdict">
        {verdict(
          fewer,
          key('The other settings lose {{n}} sales fewer.'),
          key('Both lose as many sales.'),
          key('The other settings lose {{n}} sales more.'),
        )}{' '}
        {verdict(
          -more,
          key('{{n}} pieces fewer are left at the stores.'),
          key('As many pieces are left at the stores.'),
          key('{{n}} pieces more are left at the stores.'),
        )}
      </p>
      <table className="plain-table stores-settings" aria-label={t('What came of it')}>
        <PlainHead starts={['']} ends={[t('Today'), t('Other settings'), t('Difference')]} />
        <tbody>
          {totals.map((name) => (
            <tr key={name}>
              <th scope="row">{t(replayWords[name])}</th>
              <td className="end">{number(usual.totals[name])}</td>
              <td className="end">{number(other.totals[name])}</td>
              <td className="end">{decimal(other.totals[name] - usual.totals[name], 0, true)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

const shownSetting = (value: number | null) => (value === null ? '–' : String(value))
