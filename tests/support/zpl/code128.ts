import bwipjs from 'bwip-js/node'

type Set = 'A' | 'B' | 'C'

const STARTS: Readonly<Record<string, readonly [Set, number]>> = { '9': ['A', 103], ':': ['B', 104], ';': ['C', 105] }
const SIGNS: Readonly<Record<string, number>> = { '<': 62, '0': 30, '=': 94, '2': 97, '3': 96, '8': 102 }
const CHANGES: Readonly<Record<string, readonly [Set, number]>> = { '5': ['C', 99], '6': ['B', 100], '7': ['A', 101] }

/** Field data of ^BC in mode N as the widths of bars and spaces, encoded from scratch: wrong data makes a wrong code. */
export function code128Bars(data: string): readonly number[] {
  const words = codewords(data)
  const text = words.map((word) => `^${String(word).padStart(3, '0')}`).join('')
  const [symbol] = bwipjs.raw({ bcid: 'code128', text, raw: true } as Parameters<typeof bwipjs.raw>[0])
  if (!symbol || !('sbs' in symbol)) throw new Error('bwip-js gave no bars.')
  return symbol.sbs
}

function codewords(data: string): number[] {
  const start = data[0] === '>' ? STARTS[data[1] ?? ''] : undefined
  let set: Set = start?.[0] ?? 'B'
  const words = [start?.[1] ?? 104]
  for (let at = start ? 2 : 0; at < data.length; ) {
    const sign = data[at] ?? ''
    if (sign === '>') {
      const invoked = data[at + 1] ?? ''
      const change = CHANGES[invoked]
      const word = change?.[1] ?? SIGNS[invoked]
      if (word === undefined) throw new Error(`^BC knows no >${invoked}.`)
      if (change) set = change[0]
      words.push(word)
      at += 2
    } else if (set === 'C') {
      const pair = data.slice(at, at + 2)
      if (!/^\d\d$/.test(pair)) throw new Error(`Set C cannot show ${JSON.stringify(pair)}.`)
      words.push(Number(pair))
      at += 2
    } else {
      words.push(sign.charCodeAt(0) - 32)
      at += 1
    }
  }
  return words
}
