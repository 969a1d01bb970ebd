export interface Options {
  /** Smaller data and fewer rounds: for trying out, not for figures to be quoted. */
  quick: boolean
}
