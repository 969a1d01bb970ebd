import './pipeline.css'
import { Button, SegmentedControl } from '@blueprintjs/core'
import { pipelineGroups } from '../../../shared/areas/pipeline/calls.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { useIsStaff, useSupplierChoices } from '../../api/use-suppliers.ts'
import { key } from '../../i18n/formats.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { Page, ScrollPart } from '../../kit/Page.tsx'
import { Callout, EmptyState } from '../../kit/states.tsx'
import { useRight } from '../../session/use-right.ts'
import { FilterBar } from '../../table/FilterBar.tsx'
import { askedOf, choiceFilter, oneOfParam, searchFilter, useListState } from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { AlertsDrawer } from './AlertsDrawer.tsx'
import { ArrivalsPart } from './ArrivalsPart.tsx'
import { BehindDrawer } from './BehindDrawer.tsx'
import { followsOthers } from './follows-others.ts'
import { GroupTable } from './GroupTable.tsx'
import { LatePart } from './LatePart.tsx'
import { pipelineParams } from './pipeline-params.ts'
import { StageTiles } from './StageTiles.tsx'

const groupWords = {
  vendor: key('By vendor'),
  category: key('By category'),
  destination: key('By destination'),
  style: key('By style'),
} as const

/** What a row of the table narrows a call by. */
const askedOfRow = { vendor: 'supplier_id', category: 'category', destination: 'destination', style: 'style' } as const

const parts = ['now', 'late', 'arrivals'] as const
type Part = (typeof parts)[number]
const partWords = {
  now: key('Where everything is'),
  late: key('Late and will be late'),
  arrivals: key('Arrivals'),
} as const
const partParams = { part: oneOfParam(parts, 'now') }

/** Ops › Pipeline: where all pieces are, what is late and will be, and what arrives in India in which week. */
export function PipelineScreen() {
  const { t } = useLocale()
  const { state, set } = useListState(partParams)
  const mayForesee = useRight('seeForecast')
  if (!mayForesee) return <Stages />
  return (
    <Page
      title={t('Pipeline')}
      tabs={parts.map((one) => ({ key: one, label: t(partWords[one]) }))}
      tab={state.part}
      onTab={(part: Part) => set({ part }, 'push')}
    >
      {state.part === 'late' ? <LatePart /> : state.part === 'arrivals' ? <ArrivalsPart /> : <Stages />}
    </Page>
  )
}

/** Pieces and value by stage from order to shop, how long they stand, and what stands behind each number. */
function Stages() {
  const { t, name } = useLocale()
  const isStaff = useIsStaff()
  const suppliers = useSupplierChoices()
  const address = useListState(pipelineParams)
  const { state, set } = address
  const asked = askedOf(pipelineParams, state)
  // A vendor has one vendor.
  const by = isStaff || state.by !== 'vendor' ? state.by : 'category'
  const answer = useAnswer('pipeline.getPipeline', { ...asked, group: by }, followsOthers)
  const ages = useAnswer(
    'pipeline.getPipelineAges',
    state.supplier === '' ? {} : { supplier_id: state.supplier },
    followsOthers,
  )
  const groups = pipelineGroups.filter((group) => isStaff || group !== 'vendor')
  const choices = answer.data
  // How long pieces stand is known of a vendor, not of a category or a place.
  const hasAges = state.category === '' && state.to === '' && state.style === ''
  const filters = [
    ...(isStaff ? [choiceFilter<typeof pipelineParams>('supplier', t('Supplier'), suppliers)] : []),
    choiceFilter<typeof pipelineParams>(
      'category',
      t('Category'),
      (choices?.categories ?? []).map((value) => ({ value, label: t(value) })),
    ),
    choiceFilter<typeof pipelineParams>(
      'to',
      t('Destination'),
      (choices?.destinations ?? []).map((site) => ({ value: site.code, label: name(site.name, site.name_zh) })),
    ),
    searchFilter<typeof pipelineParams>('style', t('Style code')),
  ]
  return (
    <Page
      title={t('Pipeline')}
      tools={
        <>
          <FilterBar params={pipelineParams} address={address} filters={filters} />
          <SegmentedControl
            size="small"
            options={groups.map((value) => ({ value, label: t(groupWords[value]) }))}
            value={by}
            onValueChange={(value) => set({ by: pipelineGroups.find((one) => one === value) ?? 'vendor' })}
          />
          <Button size="small" text={t('My alerts')} onClick={() => set({ alerts: true }, 'push')} />
        </>
      }
    >
      <ScrollPart label={t('Pipeline')} className="pipeline">
        <Loaded
          answer={answer}
          empty={{
            is: ({ stages }) => stages.every(({ pieces }) => pieces === 0) && Object.keys(asked).length === 0,
            shows: (
              <EmptyState
                title={t('Nothing is on its way')}
                text={t('Pieces stand here once there is an order, a production order or stock.')}
              />
            ),
          }}
        >
          {(found) => (
            <>
              {Object.keys(asked).length > 0 && found.stages.every(({ pieces }) => pieces === 0) ? (
                <Callout>{t('Nothing matches')}</Callout>
              ) : null}
              <StageTiles
                stages={found.stages}
                ages={hasAges ? ages.data?.ages : undefined}
                hasAges={hasAges}
                onOpen={(stage) => set({ stage }, 'push')}
              />
              <GroupTable
                found={found}
                by={by}
                address={address}
                onOpen={(stage, of) => set({ stage, of, by }, 'push')}
              />
            </>
          )}
        </Loaded>
      </ScrollPart>
      {state.stage === '' ? null : (
        <BehindDrawer
          stage={state.stage}
          asked={state.of === '' ? asked : { ...asked, [askedOfRow[by]]: state.of }}
          over={/^\d{1,3}$/.test(state.over) ? Number(state.over) : null}
          pieces={
            state.of === ''
              ? choices?.stages.find(({ stage }) => stage === state.stage)?.pieces
              : choices?.rows.find(({ code }) => code === state.of)?.pieces[state.stage]
          }
          onClose={() => set({ stage: '', of: '', over: '' })}
        />
      )}
      {state.alerts ? <AlertsDrawer onClose={() => set({ alerts: false })} /> : null}
    </Page>
  )
}
