import './product-launch.css'
import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { launchList } from '../../../shared/areas/launch/lists.ts'
import { contract } from '../../../shared/areas.ts'
import { DownloadButton } from '../../actions/files.tsx'
import { useSay } from '../../actions/say.ts'
import { CorrectedButton } from '../../actions/upload/CorrectedButton.tsx'
import { FaultTable } from '../../actions/upload/FaultTable.tsx'
import { useIsStaff, useSupplierChoices } from '../../api/use-suppliers.ts'
import { ChoiceField } from '../../forms/fields.tsx'
import { key, listed } from '../../i18n/formats.ts'
import { Section } from '../../kit/Drawer.tsx'
import { Page } from '../../kit/Page.tsx'
import { Callout } from '../../kit/states.tsx'
import { useRight } from '../../session/use-right.ts'
import { useList, useListCounts } from '../../table/ListTable.tsx'
import { useListState } from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { Doubles } from './Doubles.tsx'
import { DropZone } from './DropZone.tsx'
import { LaunchHistory, launchParams, launchTabs } from './LaunchHistory.tsx'
import { SplitButton } from './SplitButton.tsx'
import { type Launching, useLaunching } from './use-launching.ts'

const tabWords = { drop: key('Launch styles'), all: key('Launched before'), again: key('To look at again') } as const

/** Supplier › Product Launch: workbook and pictures in one drop, what would come of them, and what was launched before. */
export function ProductLaunchScreen() {
  const { t } = useLocale()
  const isStaff = useIsStaff()
  const maySplit = useRight('splitStyles')
  const suppliers = useSupplierChoices()
  const [supplier, setSupplier] = useState('')
  const launching = useLaunching(isStaff ? supplier : null)
  const address = useListState(launchParams)
  const { tab } = address.state
  const list = useList(launchList, address, {
    ...{ call: 'launch.getLaunches', also: { tab: tab === 'again' ? 'again' : 'all' }, isEnabled: tab !== 'drop' },
    hasViews: tab !== 'drop',
  })
  const counts = useListCounts('launch.getLaunches', list.filter)
  return (
    <Page
      title={t('Product Launch')}
      tabs={launchTabs.map((one) => ({ key: one, label: t(tabWords[one]), count: counts[one] }))}
      tab={tab}
      onTab={(one) => address.set({ tab: one, launch: '' }, 'push')}
      tools={
        <>
          {maySplit ? <SplitButton /> : null}
          <DownloadButton
            call={contract.launch.sampleBulkProductLaunchFile}
            input={{}}
            text={t('Download the workbook to fill in')}
            hasIcon
          />
        </>
      }
    >
      {tab === 'drop' ? (
        <div className="launch">
          {isStaff ? (
            <ChoiceField
              label={t('Supplier')}
              problem={null}
              value={supplier}
              choices={[['', t('All vendors')], ...suppliers.map(({ value, label }) => [value, label] as const)]}
              onChange={setSupplier}
            />
          ) : null}
          <Section title={t('Launch styles')} isOnPage>
            {isStaff && supplier === '' ? (
              <p className="muted">{t('Choose the vendor whose styles these are.')}</p>
            ) : (
              <Launcher launching={launching} />
            )}
          </Section>
        </div>
      ) : (
        <LaunchHistory list={list} isStaff={isStaff} />
      )}
    </Page>
  )
}

function Launcher({ launching }: { launching: Launching }) {
  const { t, plural } = useLocale()
  const { workbook, pictures, problem, left, busy, add, send, clear } = launching
  return (
    <>
      <DropZone onFiles={add} />
      {problem ? <Callout tone="bad">{t(problem)}</Callout> : null}
      {left.length > 0 ? (
        <Callout tone="warn">
          {t('Left out, since they are neither a workbook nor a picture: {{names}}', { names: listed(left) })}
        </Callout>
      ) : null}
      {workbook || pictures.length > 0 ? (
        <p className="launch-chosen">
          <strong>{workbook?.name ?? t('The workbook is still missing.')}</strong>
          <span className="muted">{plural(pictures.length, '1 picture', '{{n}} pictures')}</span>
        </p>
      ) : null}
      {workbook ? (
        <div className="launch-steps is-fixed">
          <Button
            intent="primary"
            text={t('Launch')}
            loading={busy === 'all'}
            disabled={busy !== null}
            onClick={() => send('all')}
          />
          <Button
            text={t('Only look')}
            loading={busy === 'check'}
            disabled={busy !== null}
            onClick={() => send('check')}
          />
          <Button variant="minimal" text={t('Other files')} disabled={busy !== null} onClick={clear} />
        </div>
      ) : null}
      <Answer launching={launching} />
    </>
  )
}

/** What would come of the drop, or came of it, or why not. */
function Answer({ launching: { told, refused, busy, send } }: { launching: Launching }) {
  const { t, number } = useLocale()
  const say = useSay()
  if (refused) {
    const { faults = [], fault_count, upload_id, good_rows = 0 } = refused.details
    return (
      <>
        <Callout tone="bad">{say.problem(refused)}</Callout>
        {faults.length > 0 ? <FaultTable faults={faults} count={fault_count ?? faults.length} /> : null}
        <div className="launch-steps">
          <CorrectedButton uploadId={upload_id} />
          {good_rows > 0 ? (
            <Button
              text={t('Take the good rows ({{count}})', { count: good_rows })}
              disabled={busy !== null}
              onClick={() => send('good_rows')}
            />
          ) : null}
        </div>
      </>
    )
  }
  if (!told) return null
  const numbers = [
    [t('Styles'), told.styles],
    [t('New colours'), told.rows_taken],
    [t('Launched already'), told.rows_unchanged],
    [t('Rows refused'), told.rows_refused],
    [t('Pictures'), told.pictures],
    [t('To look at again'), told.warning_count],
  ] as const
  return (
    <>
      <Callout tone={told.launch_id ? 'good' : 'warn'}>
        {told.launch_id
          ? t('Launched as {{launch}}.', { launch: told.launch_id })
          : told.rows_taken === 0
            ? t('All of it was launched before.')
            : t('Nothing is launched yet: this is what would come of it.')}
      </Callout>
      <dl className="launch-numbers">
        {numbers.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{number(value)}</dd>
          </div>
        ))}
      </dl>
      {told.unused.length > 0 ? (
        <p className="muted">{t('No row names these pictures: {{names}}', { names: listed(told.unused) })}</p>
      ) : null}
      <Doubles warnings={told.warnings} count={told.warning_count} />
    </>
  )
}
