import { Button, PopoverNext } from '@blueprintjs/core'
import { Plus } from '@blueprintjs/icons'
import { useState } from 'react'
import { inspectionLevels } from '../../../../shared/areas/inspection/master-tables.ts'
import { isLooser } from '../../../../shared/areas/inspection/sampling.ts'
import { aqlsOf, type QcSettings } from '../../../../shared/areas/inspection/settings.ts'
import {
  mostStricterRules,
  type StricterRule,
  strictestOf,
} from '../../../../shared/areas/inspection/stricter-rules.ts'
import { type Severity, severities } from '../../../../shared/kernel/reasons.ts'
import { VendorChoices } from '../../../app/vendor/VendorSearch.tsx'
import { key } from '../../../i18n/formats.ts'
import { FieldTable } from '../../../kit/field-views.tsx'
import type { ShownField } from '../../../kit/shown-field.ts'
import { Callout } from '../../../kit/states.tsx'
import { type Locale, useLocale } from '../../../table/words.ts'
import { severityWords } from '../inspect/PlanTable.tsx'
import { type Placed, takeOutField } from './EditedList.tsx'
import { aqlChoices, type QcSettingsAnswer, type SettingChanges } from './SettingRow.tsx'

interface StricterRulesProps {
  saved: QcSettingsAnswer
  form: QcSettings
  /** null where it is only read. */
  onChange: ((changes: SettingChanges) => void) | null
  /** In the reader's language. */
  problem: string | null
}

/** What is asked of the styles of a category and of a vendor's goods, a row each. */
export function StricterRules({ saved, form, onChange, problem }: StricterRulesProps) {
  const { t, instant } = useLocale()
  const { stricter } = form
  const last = saved.last_changes.find(({ setting }) => setting === 'stricter')
  const set = onChange && ((rows: StricterRule[]) => onChange({ stricter: rows }))
  const add = (rule: Pick<StricterRule, 'by' | 'of'>) => set?.([...stricter, { ...rule, ...nothing }])
  const put: Put =
    set && ((at, part) => set(stricter.map((rule, place) => (place === at ? { ...rule, ...part } : rule))))
  return (
    <>
      <p className="muted">
        {t(
          'Of the settings and of the rows about a lot the strictest level and AQL hold; the inspection says whose it is.',
        )}{' '}
        {last ? t('{{name}} changed it last, {{at}}.', { name: last.changed_by, at: instant(last.at) }) : null}
      </p>
      {problem ? (
        <div role="status">
          <Callout tone="warn">{problem}</Callout>
        </div>
      ) : null}
      {stricter.length > 0 ? (
        <FieldTable
          className="qcs-library"
          fields={fieldsOf(form, put, (at) => set?.(stricter.filter((_, place) => place !== at)))}
          rows={stricter.map((item, at) => ({ item, at }))}
          rowKey={({ item: { by, of } }) => `${by} ${of}`}
        />
      ) : null}
      {set ? <AddRule stricter={stricter} categories={saved.style_categories} onAdd={add} /> : null}
    </>
  )
}

const nothing = { level: null, aql_critical: null, aql_major: null, aql_minor: null } as const

interface AddRuleProps {
  stricter: readonly StricterRule[]
  categories: readonly string[]
  onAdd: (rule: Pick<StricterRule, 'by' | 'of'>) => void
}

function AddRule({ stricter, categories, onAdd }: AddRuleProps) {
  const { t } = useLocale()
  const [isOpen, setOpen] = useState(false)
  const isFull = stricter.length >= mostStricterRules
  const has = (by: StricterRule['by'], of: string) => stricter.some((rule) => rule.by === by && rule.of === of)
  const free = categories.filter((category) => !has('category', category))
  return (
    <div className="qcs-add">
      <select
        className="text-field"
        value=""
        aria-label={t('Row for a category')}
        disabled={isFull || free.length === 0}
        onChange={({ target }) => onAdd({ by: 'category', of: target.value })}
      >
        <option value="">{t('Row for a category')}…</option>
        {free.map((category) => (
          <option key={category} value={category}>
            {t(category)}
          </option>
        ))}
      </select>
      <PopoverNext
        isOpen={isOpen}
        onInteraction={setOpen}
        placement="bottom-start"
        animation="minimal"
        arrow={false}
        content={
          <VendorChoices
            chosen=""
            onChoose={(of) => {
              setOpen(false)
              if (of !== '' && !has('vendor', of)) onAdd({ by: 'vendor', of })
            }}
          />
        }
      >
        <Button size="small" icon={<Plus />} text={t('Row for a vendor')} disabled={isFull} />
      </PopoverNext>
    </div>
  )
}

type Row = Placed<StricterRule>
type Put = ((at: number, part: Partial<StricterRule>) => void) | null

function fieldsOf(form: QcSettings, put: Put, remove: (at: number) => void): readonly ShownField<Row>[] {
  const usual = { level: form.level, aqls: aqlsOf(form) }
  const choice =
    <V extends string>(
      label: string,
      {
        values,
        now,
        set,
      }: { values: readonly V[]; now: (rule: StricterRule) => V | null; set: (to: V | null) => Partial<StricterRule> },
    ) =>
    ({ item, at }: Row, { t }: Locale) => {
      const value = now(item)
      if (put === null) return value ?? '–'
      return (
        <select
          className="text-field"
          value={value ?? ''}
          aria-label={`${t(label)}, ${item.of}`}
          onChange={({ target }) => put(at, set(values.find((one) => one === target.value) ?? null))}
        >
          <option value="">–</option>
          {values.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      )
    }
  const ofSeverity = (severity: Severity): ShownField<Row> => ({
    id: severity,
    header: severityWords[severity],
    of: choice(severityWords[severity], {
      values: aqlChoices,
      now: (rule) => rule[`aql_${severity}`],
      set: (to) => ({ [`aql_${severity}`]: to }),
    }),
  })
  const shown: ShownField<Row>[] = [
    {
      id: 'of',
      header: key('Category or vendor'),
      kind: 'part',
      of: ({ item }, { t }) => (
        <>
          {item.by === 'category' ? t(item.of) : <span className="code">{item.of}</span>}{' '}
          <span className="muted">· {item.by === 'category' ? t('Category') : t('Vendor')}</span>
          {isIdle(item, usual) ? (
            <div className="muted">{t('Not stricter than the settings: it changes nothing.')}</div>
          ) : null}
        </>
      ),
    },
    {
      id: 'level',
      header: levelWord,
      of: choice(levelWord, { values: inspectionLevels, now: ({ level }) => level, set: (level) => ({ level }) }),
    },
    ...severities.map(ofSeverity),
  ]
  if (put === null) return shown
  return [...shown, takeOutField(({ of }) => [of, of], remove)]
}

const levelWord = key('Inspection level')

/** Whether a row asks for something, and for nothing more than the settings do. */
function isIdle(rule: StricterRule, usual: Parameters<typeof strictestOf>[0]): boolean {
  const isSet = rule.level !== null || severities.some((severity) => rule[`aql_${severity}`] !== null)
  const { level, aqls } = strictestOf(usual, [rule])
  return (
    isSet && level === usual.level && !severities.some((severity) => isLooser(usual.aqls[severity], aqls[severity]))
  )
}
