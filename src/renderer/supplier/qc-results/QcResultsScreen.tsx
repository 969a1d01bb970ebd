import '../supplier.css'
import '../qc/qc.css'
import './results.css'
import { useTranslation } from 'react-i18next'
import { useCounts, useRows } from '../../actions/useRows.ts'
import { Page } from '../../kit/Page.tsx'
import { useListState } from '../../table/list-state.ts'
import { useKnowsView } from '../../table/views.ts'
import { NoteDrawer } from './NoteDrawer.tsx'
import { NoteList } from './NoteList.tsx'
import { BoxResults, ResultDrawer } from './ResultDrawer.tsx'
import { boxFilter, noteFilter, resultsParams } from './results-params.ts'

/** Supplier › QC results: what became of boxes at China QC, and what was sent back; for vendors of their own. */
export function QcResultsScreen() {
  const { t } = useTranslation()
  const list = useListState(resultsParams)
  const { tab, box, note } = list.state
  const boxes = useCounts('qcBoxes.getInwardedBoxes', tab === 'boxes' ? boxFilter(list.state) : {})
  const notes = useCounts('returns.returnNotes', tab === 'notes' ? noteFilter(list.state) : {})
  const knowsView = useKnowsView('return-notes', list)
  const found = useRows('returns.returnNotes', noteFilter(list.state), { enabled: tab === 'notes' && knowsView })
  return (
    <Page
      title={t('QC results')}
      tabs={[
        { key: 'boxes', label: t('Boxes at QC'), count: boxes.all },
        { key: 'notes', label: t('Return notes'), count: notes.all },
      ]}
      tab={tab}
      onTab={(next) => list.set({ tab: next, q: '', status: [], state: '' }, 'push')}
    >
      {tab === 'boxes' ? <BoxResults list={list} /> : <NoteList list={list} found={found} />}
      {box ? (
        <ResultDrawer
          key={box}
          sscc={box}
          onNote={(next) => list.set({ note: next }, 'push')}
          onClose={() => list.set({ box: '' })}
        />
      ) : null}
      {note ? <NoteDrawer key={note} returnNote={note} onClose={() => list.set({ note: '' })} /> : null}
    </Page>
  )
}
