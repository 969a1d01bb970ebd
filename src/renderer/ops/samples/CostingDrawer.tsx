import '../../garments/garments.css'
import './samples.css'
import { Button } from '@blueprintjs/core'
import { Fragment, useCallback, useState } from 'react'
import type { CostingVersion } from '../../../shared/areas/sample-development/calls.ts'
import {
  type Costing,
  type CostingChange,
  changeWords,
  costingChanges,
  costKindWords,
  lineKey,
  sourceText,
} from '../../../shared/areas/sample-development/cost.ts'
import { mappingWords } from '../../../shared/areas/sample-development/from-mapping.ts'
import { sampleStateWords } from '../../../shared/areas/samples/rounds.ts'
import type { CallData } from '../../actions/calls.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { ChoiceField } from '../../forms/fields.tsx'
import { Section } from '../../kit/Drawer.tsx'
import { PlainHead } from '../../kit/PlainHead.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { Money } from '../../kit/states.tsx'
import { LoadedDrawer, TabbedDrawer } from '../../kit/TabbedDrawer.tsx'
import { useLocale } from '../../table/words.ts'
import { CostingForm } from './CostingForm.tsx'
import { writeParts } from './typed-numbers.ts'
import { WhatIfColumns } from './WhatIf.tsx'

type Found = CallData<'sampleDevelopment.getSampleCosting'>
const width = 1_080

/** What a sample costs: the last version to go on from, other worlds beside it, and what changed. */
export function CostingDrawer({ sampleId, onClose }: { sampleId: string; onClose: () => void }) {
  const { t } = useLocale()
  const answer = useAnswer('sampleDevelopment.getSampleCosting', { sample_id: sampleId })
  return (
    <LoadedDrawer
      answer={answer}
      title={sampleId}
      width={width}
      onClose={onClose}
      missing={t('This sample is not there')}
    >
      {(found) => <Opened key={found.versions[0]?.number ?? 0} found={found} onClose={onClose} />}
    </LoadedDrawer>
  )
}

/** A version as the rule reckons with it. */
export function costingOf(version: CostingVersion): Costing {
  const { currency, lines, overhead_bp, margin_bp, target, quoted, actual, rate, remark } = version
  return {
    ...{ currency, overhead_bp, margin_bp, rate, remark },
    lines: lines.map(({ unit_price, amount: _, ...line }) => ({ ...line, unit_price_minor: unit_price?.minor ?? 0 })),
    target_minor: target?.minor ?? null,
    quoted_minor: quoted?.minor ?? null,
    actual_minor: actual?.minor ?? null,
  }
}

function Opened({ found, onClose }: { found: Found; onClose: () => void }) {
  const { t, name } = useLocale()
  const [tab, setTab] = useState<'costing' | 'whatIf' | 'versions'>('costing')
  const [takenUp, takeUp] = useState<Costing | null>(null)
  const onTakenUp = useCallback(() => takeUp(null), [])
  const { sample, versions } = found
  const [last] = versions
  return (
    <TabbedDrawer
      of={sample}
      title={`${sample.sample_id} · ${name(sample.name, sample.name_zh)}`}
      beside={<StatusTag status={sampleStateWords[sample.state]} />}
      width={width}
      onClose={onClose}
      tab={tab}
      onTab={setTab}
      tabs={[
        {
          key: 'costing',
          label: t('Costing'),
          shows: () => (
            <CostingForm
              sampleId={sample.sample_id}
              versions={versions.map((version) => ({ ...version, costing: costingOf(version) }))}
              skus={found.skus}
              isLive={found.is_live}
              takenUp={takenUp}
              onTakenUp={onTakenUp}
            />
          ),
        },
        {
          key: 'whatIf',
          label: t('What if'),
          shows: () =>
            last ? (
              <WhatIfColumns sampleId={sample.sample_id} costing={costingOf(last)} />
            ) : (
              <Section>
                <p className="muted">{t('There is no costing yet.')}</p>
              </Section>
            ),
        },
        {
          key: 'versions',
          label: t('Versions'),
          count: versions.length,
          shows: () => (
            <Versions
              versions={versions}
              onTakeUp={(version) => {
                takeUp(costingOf(version))
                setTab('costing')
              }}
            />
          ),
        },
      ]}
    />
  )
}

/** Each version with what it comes to, and what it says otherwise than the one before. */
function Versions({
  versions,
  onTakeUp,
}: {
  versions: Found['versions']
  onTakeUp: (version: CostingVersion) => void
}) {
  const { t, instant, number } = useLocale()
  const [opened, open] = useState<number | null>(null)
  const [against, compare] = useState('')
  if (versions.length === 0)
    return (
      <Section>
        <p className="muted">{t('There is no costing yet.')}</p>
      </Section>
    )
  return (
    <Section
      tools={
        versions.length > 1 ? (
          <ChoiceField
            label={t('Compare with')}
            value={against}
            choices={[
              ['', t('The one before')] as const,
              ...versions.map(
                (version) => [String(version.number), t('Version {{n}}', { n: version.number })] as const,
              ),
            ]}
            onChange={compare}
          />
        ) : null
      }
    >
      <table className="plain-table" aria-label={t('Versions')}>
        <thead>
          <tr>
            <th scope="col">{t('Version')}</th>
            <th scope="col">{t('Saved')}</th>
            <th scope="col" className="end">
              {t('Cost of a piece')}
            </th>
            <th scope="col" className="end">
              {t('With margin')}
            </th>
            <th scope="col">{t('What changed')}</th>
          </tr>
        </thead>
        <tbody>
          {versions.map((version, at) => {
            const before = against === '' ? versions[at + 1] : versions.find((one) => String(one.number) === against)
            const changes = before ? costingChanges(costingOf(before), costingOf(version)) : []
            return (
              <Fragment key={version.number}>
                <tr>
                  <td>
                    <Button
                      size="small"
                      variant="minimal"
                      text={number(version.number)}
                      aria-expanded={opened === version.number}
                      title={t('Its lines')}
                      onClick={() => open(opened === version.number ? null : version.number)}
                    />
                  </td>
                  <td>
                    {instant(version.made_at)} · {version.made_by}
                    {version.file_name ? <div className="muted">{version.file_name}</div> : null}
                  </td>
                  <td className="end">
                    <Money value={version.cost} />
                  </td>
                  <td className="end">
                    <Money value={version.price} />
                  </td>
                  <td className="pack-changes">
                    {changes.length === 0
                      ? '–'
                      : changes.map((change) => (
                          <Change
                            key={`${change.kind} ${change.what} ${change.field}`}
                            change={change}
                            currencies={[before?.currency ?? version.currency, version.currency]}
                          />
                        ))}
                  </td>
                </tr>
                {opened === version.number ? (
                  <tr>
                    <td colSpan={5}>
                      <VersionLines version={version} />
                      {at === 0 ? null : (
                        <Button size="small" text={t('Go on from this version…')} onClick={() => onTakeUp(version)} />
                      )}
                    </td>
                  </tr>
                ) : null}
              </Fragment>
            )
          })}
        </tbody>
      </table>
    </Section>
  )
}

/** What a version says line by line, as it was saved. */
function VersionLines({ version }: { version: CostingVersion }) {
  const { t } = useLocale()
  return (
    <table className="plain-table" aria-label={t('Version {{n}}', { n: version.number })}>
      <PlainHead
        starts={[t('Cost of'), t('Description'), t('Material code')]}
        ends={[t('Consumption'), t('Unit price'), t('Wastage %'), t('Amount')]}
      />
      <tbody>
        {version.lines.map((line) => (
          <tr key={lineKey(line)}>
            <td>{t(costKindWords[line.kind])}</td>
            <td>
              {line.name}
              {line.source ? <div className="muted">{t(mappingWords.from, { source: sourceText(line) })}</div> : null}
            </td>
            <td>{line.material_code ?? '–'}</td>
            <td className="end">
              {writeParts(line.quantity_milli, 3)} {line.unit}
            </td>
            <td className="end">
              <Money value={line.unit_price} />
            </td>
            <td className="end">{writeParts(line.wastage_bp, 2)}</td>
            <td className="end">
              <Money value={line.amount} />
            </td>
          </tr>
        ))}
        <tr>
          <td colSpan={7}>
            {t('Overhead %')}: {writeParts(version.overhead_bp, 2)} · {t('Margin %')}:{' '}
            {writeParts(version.margin_bp, 2)}
            {version.remark ? ` · ${version.remark}` : ''}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

function Change({ change, currencies }: { change: CostingChange; currencies: readonly [was: string, now: string] }) {
  const { t, money } = useLocale()
  const { label, of } = changeWords[change.field]
  const said = (value: string | number | null, currency: string) => {
    if (value === null || value === '') return '–'
    if (typeof value === 'string') return value
    if (of === 'money') return money({ minor: value, currency })
    return writeParts(value, { bp: 2, milli: 3, millionths: 6, text: 0 }[of])
  }
  const named = change.kind === null ? change.what : `${t(costKindWords[change.kind])} · ${change.what}`
  const about = change.kind === null ? t(label) : `${named} · ${t(label)}`
  if (change.field === 'line')
    return (
      <div>
        {change.was === null
          ? t('{{part}} added: {{amount}}', { part: named, amount: said(change.now, currencies[1]) })
          : t('{{part}} taken off: {{amount}}', { part: named, amount: said(change.was, currencies[0]) })}
      </div>
    )
  return (
    <div>
      {about}: <s className="costing-old">{said(change.was, currencies[0])}</s> → {said(change.now, currencies[1])}
    </div>
  )
}
