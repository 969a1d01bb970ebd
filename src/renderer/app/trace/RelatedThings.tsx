import { useNamed } from '../../i18n/named.ts'
import { Section } from '../../kit/Drawer.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { useWords } from '../../table/words.ts'
import { kindWords, type Life, type Traced } from './kinds.ts'

interface RelatedThingsProps {
  related: Life['related'][number]
  onOpen: (traced: Traced) => void
}

/** Things of one kind that belong to a life, as ways to theirs. */
export function RelatedThings({ related: { kind, total, items }, onOpen }: RelatedThingsProps) {
  const { t, number, plural } = useWords()
  const named = useNamed()
  const left = total - items.length
  return (
    <Section title={`${t(kindWords[kind].many)} · ${number(total)}`}>
      <ul className="trace-related">
        {items.map((item) => (
          <li key={item.code}>
            <button type="button" className="trace-link" onClick={() => onOpen(item)}>
              <span className="trace-code">{item.title}</span>
              <span className="trace-sub">{named(item.subtitle, item.subtitle_zh)}</span>
              {item.pieces === null ? null : (
                <span className="trace-pieces">{plural(item.pieces, '1 piece', '{{n}} pieces')}</span>
              )}
              {item.status ? <StatusTag status={item.status} /> : null}
            </button>
          </li>
        ))}
      </ul>
      {left > 0 ? <p className="muted">{t('and {{n}} more', { n: number(left) })}</p> : null}
    </Section>
  )
}
