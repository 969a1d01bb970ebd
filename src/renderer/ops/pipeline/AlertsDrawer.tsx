import { Button, Checkbox } from '@blueprintjs/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { v4 } from 'uuid'
import {
  type Alert,
  type AlertKind,
  type AlertSettings,
  alertPath,
  alertShape,
  alertStages,
  alertsPreference,
  isAlertSettings,
  MOST_ALERTS,
} from '../../../shared/areas/pipeline/alerts.ts'
import { type PipelineStage, stageOf, vendorStages } from '../../../shared/areas/pipeline/stages.ts'
import { usePreference } from '../../actions/preferences.ts'
import { serverAddress } from '../../api/send.ts'
import { useIsStaff, useSupplierChoices } from '../../api/use-suppliers.ts'
import { ChoiceField, TextField } from '../../forms/fields.tsx'
import { key } from '../../i18n/formats.ts'
import { Drawer, Section } from '../../kit/Drawer.tsx'
import { Callout } from '../../kit/states.tsx'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'

const none: AlertSettings = { alerts: [], by_mail: false, address: '' }

const kindWords = {
  stage: key('Pieces stand too long in a stage'),
  answers: key('A vendor answers too few orders'),
  runs_out: key('A style runs out before its next arrival'),
} as const satisfies Record<AlertKind, string>

/** Alerts that a person sets for oneself: what there is, each with the list that it is of, and a form for another. */
export function AlertsDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useLocale()
  const [saved, save] = usePreference(alertsPreference, isAlertSettings)
  const { alerts, by_mail } = saved ?? none
  const keep = (change: Partial<AlertSettings>) =>
    save({ alerts, by_mail, ...change, address: (serverAddress() || window.location.origin).slice(0, 200) })
  return (
    <Drawer isOpen title={t('My alerts')} onClose={onClose}>
      <Section>
        <p className="muted">
          {t(
            'Looked at once an hour. You are told once of each order, box, vendor or style, and again only when it was over meanwhile.',
          )}
        </p>
        {alerts.length === 0 ? <p>{t('You have set no alert.')}</p> : null}
        <ul className="pipeline-alerts">
          {alerts.map((alert) => (
            <li key={alert.id}>
              <AlertWords alert={alert} />
              <span className="pipeline-alert-tools">
                <Link className="bp6-button bp6-small" to={alertPath(alert)}>
                  {t('Open its list')}
                </Link>
                <Button
                  size="small"
                  text={t('End this alert')}
                  onClick={() => keep({ alerts: alerts.filter(({ id }) => id !== alert.id) })}
                />
              </span>
            </li>
          ))}
        </ul>
        <Checkbox
          checked={by_mail}
          label={t('Send me a mail once a day, in the morning in India, where there is something new')}
          onChange={({ currentTarget }) => keep({ by_mail: currentTarget.checked })}
        />
      </Section>
      <Section title={t('Another alert')}>
        {alerts.length >= MOST_ALERTS ? (
          <Callout>{t('There are {{n}} alerts: end one first.', { n: MOST_ALERTS })}</Callout>
        ) : (
          <AlertForm onAdd={(alert) => keep({ alerts: [...alerts, alert] })} />
        )}
      </Section>
    </Drawer>
  )
}

function AlertWords({ alert }: { alert: Alert }) {
  const { t } = useLocale()
  const suppliers = useSupplierChoices()
  const vendor = (code: string) => suppliers.find(({ value }) => value === code)?.label ?? code
  switch (alert.kind) {
    case 'stage':
      return (
        <span>
          {t('In “{{stage}}” for more than {{days}} d', { stage: t(stageOf(alert.stage).word), days: alert.days })}
          {alert.supplier_id ? ` · ${vendor(alert.supplier_id)}` : null}
        </span>
      )
    case 'answers':
      return (
        <span>
          {t('Fewer than {{percent}} % of the orders of 30 days answered', { percent: alert.percent })}
          {` · ${alert.supplier_id ? vendor(alert.supplier_id) : t('Any vendor')}`}
        </span>
      )
    case 'runs_out':
      return <span>{t('{{style}} runs out before its next arrival', { style: alert.style })}</span>
  }
}

function AlertForm({ onAdd }: { onAdd: (alert: Alert) => void }) {
  const { t } = useLocale()
  const isStaff = useIsStaff()
  const [mayForesee, mayScore] = [useRight('seeForecast'), useRight('scorecards')]
  const suppliers = useSupplierChoices()
  const [typed, setTyped] = useState({
    kind: 'stage' as AlertKind,
    stage: 'answered' as PipelineStage,
    days: '7',
    percent: '80',
    supplier_id: '',
    style: '',
  })
  const [isRefused, setRefused] = useState(false)
  const kinds: AlertKind[] = [
    'stage',
    ...(mayScore && isStaff ? (['answers'] as const) : []),
    ...(mayForesee && isStaff ? (['runs_out'] as const) : []),
  ]
  const stages = alertStages.filter((stage) => isStaff || vendorStages.includes(stage))
  const change = (some: Partial<typeof typed>) => {
    setTyped({ ...typed, ...some })
    setRefused(false)
  }
  const whole = (text: string) => (/^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN)
  const read = alertShape.safeParse({
    ...typed,
    style: typed.style.trim().toUpperCase(),
    id: v4(),
    days: whole(typed.days),
    percent: whole(typed.percent),
  })
  const problem = (text: string) => (isRefused && !read.success ? text : null)
  const vendorChoice = (
    <ChoiceField
      label={t('Supplier')}
      value={typed.supplier_id}
      choices={[['', t('Any vendor')], ...suppliers.map(({ value, label }) => [value, label] as const)]}
      onChange={(supplier_id) => change({ supplier_id })}
    />
  )
  return (
    <form
      noValidate
      className="form-grid"
      onSubmit={(event) => {
        event.preventDefault()
        if (!read.success) return setRefused(true)
        onAdd(read.data)
        change({ style: '' })
      }}
    >
      <ChoiceField
        label={t('What to be told of')}
        value={typed.kind}
        choices={kinds.map((kind) => [kind, t(kindWords[kind])] as const)}
        onChange={(kind) => change({ kind })}
      />
      {typed.kind === 'stage' ? (
        <>
          <ChoiceField
            label={t('Stage')}
            value={typed.stage}
            choices={stages.map((stage) => [stage, t(stageOf(stage).word)] as const)}
            onChange={(stage) => change({ stage })}
          />
          <TextField
            label={t('Longer than so many days')}
            value={typed.days}
            maxLength={3}
            problem={problem(t('Please enter a whole number from 1 to 365.'))}
            onChange={(days) => change({ days })}
          />
          {isStaff ? vendorChoice : null}
        </>
      ) : typed.kind === 'answers' ? (
        <>
          <TextField
            label={t('Fewer than so many percent answered')}
            value={typed.percent}
            maxLength={3}
            problem={problem(t('Please enter a whole number from 1 to 100.'))}
            onChange={(percent) => change({ percent })}
          />
          {vendorChoice}
        </>
      ) : (
        <TextField
          label={t('Style code')}
          value={typed.style}
          maxLength={40}
          problem={problem(t('Please enter a style code.'))}
          onChange={(style) => change({ style })}
        />
      )}
      <div>
        <Button type="submit" intent="primary" text={t('Set alert')} />
      </div>
    </form>
  )
}
