import '../supplier.css'
import '../qc/qc.css'
import './results.css'
import { useTranslation } from 'react-i18next'
import { Page } from '../../kit/Page.tsx'
import { useRight } from '../../session/use-right.ts'
import { useListCounts } from '../../table/ListTable.tsx'
import { askedOf, useListState } from '../../table/list-state.ts'
import { BoxResults } from './BoxResults.tsx'
import { DebitNotes } from './DebitNotes.tsx'
import { NoteDrawer } from './NoteDrawer.tsx'
import { NoteList } from './NoteList.tsx'
import { ResultDrawer } from './ResultDrawer.tsx'
import { boxWords, noteWords, resultsParams } from './results-params.ts'

/** Supplier › QC results: what became of boxes at China QC, and what was sent back; for vendors of their own. */
export function QcResultsScreen() {
  const { t } = useTranslation()
  const list = useListState(resultsParams)
  const { tab, box, note } = list.state
  const asked = (words: readonly (keyof typeof resultsParams)[]) => askedOf(resultsParams, list.state, words)
  const boxes = useListCounts('qcBoxes.getInwardedBoxes', tab === 'boxes' ? asked(boxWords) : {})
  const notes = useListCounts('returns.returnNotes', tab === 'notes' ? asked(noteWords) : {})
  const seesIndia = useRight('indiaQcOutcome')
  const country = tab === 'india_notes' ? 'india' : 'china'
  return (
    <Page
      title={t('QC results')}
      tabs={[
        { key: 'boxes', label: t('Boxes at QC'), count: boxes.all },
        { key: 'notes', label: t('Return notes'), count: notes.all },
        ...(seesIndia
          ? [
              { key: 'india_notes' as const, label: t('Returned from India') },
              { key: 'debit_notes' as const, label: t('Debit notes') },
            ]
          : []),
      ]}
      tab={tab}
      onTab={(next) => list.set({ tab: next, q: '', status: [], state: '', claim: '' }, 'push')}
    >
      {tab === 'boxes' ? <BoxResults address={list} /> : null}
      {tab === 'debit_notes' ? <DebitNotes address={list} /> : null}
      {tab === 'notes' || tab === 'india_notes' ? <NoteList key={tab} address={list} country={country} /> : null}
      {box ? (
        <ResultDrawer
          key={box}
          sscc={box}
          view={list.state.view}
          onView={(view) => list.set({ view })}
          onNote={(next) => list.set({ note: next }, 'push')}
          onClose={() => list.set({ box: '', view: '' })}
        />
      ) : null}
      {note ? (
        <NoteDrawer key={note} returnNote={note} country={country} onClose={() => list.set({ note: '' })} />
      ) : null}
    </Page>
  )
}
