import { Fragment } from 'react'
import { useSay } from '../../actions/say.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { Section } from '../../kit/Drawer.tsx'
import { FailedState, LoadingRows } from '../../kit/states.tsx'
import { useWords } from '../../table/words.ts'
import { PhotoStrip } from '../qc/photos/PhotoStrip.tsx'

/** What went back with a note, box by box, and what was photographed of it. */
export function NoteLines({ returnNote }: { returnNote: string }) {
  const { t, number, plural, name } = useWords()
  const say = useSay()
  const { data, isError, error, reload } = useAnswer('house.returnNoteLines', { return_note: returnNote })
  if (isError) return <FailedState text={say.problem(error)} onRetry={() => void reload()} />
  if (!data) return <LoadingRows rows={4} />
  const { lines, image_ids } = data
  const title = t('Contents: {{what}}', { what: plural(lines.length, '1 SKU', '{{n}} SKUs') })
  return (
    <>
      <Section title={title}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard */}
        <section className="note-lines" tabIndex={0} aria-label={title}>
          <table className="plain-table">
            <thead>
              <tr>
                <th>{t('Box')}</th>
                <th>{t('Style')}</th>
                <th>{t('NM SKU')}</th>
                <th>{t('Colour')}</th>
                <th>{t('Size')}</th>
                <th>{t('Reason')}</th>
                <th className="end">{t('Pieces')}</th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <Fragment key={`${line.shipment_id} ${line.box_no} ${line.nm_sku}`}>
                  <tr data-pictured={line.image_ids.length > 0 || undefined}>
                    <td className="code">{`${line.shipment_id} / ${line.box_no}`}</td>
                    <td title={line.style_id}>{name(line.style_name, line.style_name_zh)}</td>
                    <td className="code">{line.nm_sku}</td>
                    <td>{name(line.color, line.color_zh)}</td>
                    <td>{line.size}</td>
                    <td className="note-reasons">{line.reasons.map((reason) => t(reason)).join(' · ')}</td>
                    <td className="end">{number(line.quantity)}</td>
                  </tr>
                  {line.image_ids.length > 0 ? (
                    <tr>
                      <td colSpan={7} className="note-photos">
                        <PhotoStrip ids={line.image_ids} label={t('Photos of the defect')} />
                      </td>
                    </tr>
                  ) : null}
                </Fragment>
              ))}
            </tbody>
          </table>
        </section>
      </Section>
      {image_ids.length > 0 ? (
        <Section title={t('Photos of the inspection')}>
          <PhotoStrip ids={image_ids} label={t('Photos of the inspection')} />
        </Section>
      ) : null}
    </>
  )
}
