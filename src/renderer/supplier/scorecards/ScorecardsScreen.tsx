import './scorecards.css'
import type { ScorecardRow } from '../../../shared/areas/scorecards/calls.ts'
import { cardFigureNames, cardFigures } from '../../../shared/areas/scorecards/figures.ts'
import { scorecards } from '../../../shared/areas/scorecards/lists.ts'
import { contract } from '../../../shared/areas.ts'
import { figureHint } from '../../../shared/kernel/figure.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { useIsStaff } from '../../api/use-suppliers.ts'
import { Drawer } from '../../kit/Drawer.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { Page, ScrollPart } from '../../kit/Page.tsx'
import { figureNote, figureWords, isFew } from '../../orders/vendor-figures.ts'
import { tableColumns } from '../../table/columns.tsx'
import { askedSort, ListScreen, useList } from '../../table/ListTable.tsx'
import {
  filterBy,
  flagParam,
  oneOfParam,
  placeParam,
  searchFilter,
  textParam,
  useListState,
} from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { PeriodBar, periodParams, spanOf } from './period.tsx'
import { Scorecard } from './Scorecard.tsx'

/** How vendors do: for the company all of them, for a vendor its own card. */
export function ScorecardsScreen() {
  return useIsStaff() ? <AllScorecards /> : <OwnScorecard />
}

const listParams = {
  search: filterBy('search', textParam()),
  ...periodParams,
  sort: oneOfParam(['supplier', ...cardFigureNames], 'supplier'),
  desc: flagParam(),
  /** The open card, and the figure that is looked at. */
  vendor: placeParam(textParam()),
  of: placeParam(oneOfParam(cardFigureNames, 'on_time')),
}

function AllScorecards() {
  const { t } = useLocale()
  const address = useListState(listParams)
  const { state, set } = address
  const span = spanOf(state)
  const list = useList(scorecards, address, {
    call: 'scorecards.getScorecards',
    also: { ...span, ...askedSort(state) },
  })
  return (
    <ListScreen
      page={{ title: t('Scorecards'), tools: <PeriodBar state={state} set={set} /> }}
      list={list}
      label={t('Scorecards')}
      columns={columns}
      opens="vendor"
      sort="desc"
      file={{ call: contract.frame.exportScorecards, ids: 'supplier_ids' }}
      filters={[searchFilter<typeof listParams>('search', t('Vendor'))]}
      empty={{
        title: t('No scorecards in these days'),
        hint: t('A vendor stands here once an order of it was due, or a box of it came to QC.'),
      }}
      emptyFiltered={{ title: t('No vendor matches'), hint: t('Try other words or clear the filters.') }}
    >
      {state.vendor === '' ? null : (
        <CardDrawer
          key={state.vendor}
          asked={{ ...span, supplier_id: state.vendor }}
          of={state.of}
          onOf={(of) => set({ of })}
          onClose={() => set({ vendor: '', of: 'on_time' })}
        />
      )}
    </ListScreen>
  )
}

const columns = tableColumns<ScorecardRow>(scorecards.fields, {
  cells: Object.fromEntries(
    cardFigureNames.map((name) => [
      name,
      (row: ScorecardRow, words) => (
        <span
          className={isFew(name, row) ? 'muted' : ''}
          title={`${figureHint(cardFigures[name], words.t)}\n${figureNote(name, row, words)}`}
        >
          {figureWords(name, row, words)}
        </span>
      ),
    ]),
  ),
})

interface CardDrawerProps {
  asked: { from: string; to: string; supplier_id: string }
  of: (typeof cardFigureNames)[number]
  onOf: (of: (typeof cardFigureNames)[number]) => void
  onClose: () => void
}

function CardDrawer({ asked, of, onOf, onClose }: CardDrawerProps) {
  const { t, name, day } = useLocale()
  const answer = useAnswer('scorecards.getScorecard', asked)
  const { data } = answer
  return (
    <Drawer
      isOpen
      of={asked}
      title={data ? name(data.card.supplier_name, data.card.supplier_name_zh) : asked.supplier_id}
      beside={
        <span className="muted">
          {day(asked.from)} – {day(asked.to)}
        </span>
      }
      width={900}
      onClose={onClose}
    >
      <Loaded answer={answer} missing={t('This vendor is not there')}>
        {(found) => <Scorecard found={found} of={of} onOf={onOf} />}
      </Loaded>
    </Drawer>
  )
}

const ownParams = { ...periodParams, of: placeParam(oneOfParam(cardFigureNames, 'on_time')) }

function OwnScorecard() {
  const { t } = useLocale()
  const { state, set } = useListState(ownParams)
  const answer = useAnswer('scorecards.getScorecard', spanOf(state))
  return (
    <Page title={t('Scorecards')} tools={<PeriodBar state={state} set={set} />}>
      <ScrollPart label={t('My scorecard')}>
        <Loaded answer={answer}>
          {(found) => <Scorecard found={found} of={state.of} onOf={(of) => set({ of })} isOnPage />}
        </Loaded>
      </ScrollPart>
    </Page>
  )
}
