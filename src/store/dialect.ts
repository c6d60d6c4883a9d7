/** The databases that the store speaks to. A further name makes the compiler ask for its words below and in each migration. */
export type Dialect = 'sqlite';

const LISTED_INTEGERS: Record<Dialect, string> = {
  sqlite: 'SELECT value FROM json_each(?)',
};

const LISTED_TEXTS: Record<Dialect, string> = {
  sqlite: 'SELECT value FROM json_each(?)',
};

const NEXT_NUMBER: Record<Dialect, string> = {
  sqlite: 'UPDATE sequence SET value = value + 1 WHERE name = ? RETURNING value',
};

const NEXT_NUMBERS: Record<Dialect, string> = {
  sqlite: 'UPDATE sequence SET value = value + ? WHERE name = ? RETURNING value',
};

/** A query of one column, the integers of a JSON list: any number of ids in one value. */
export function listedIntegers(dialect: Dialect): string {
  return LISTED_INTEGERS[dialect];
}

/** The same for texts. */
export function listedTexts(dialect: Dialect): string {
  return LISTED_TEXTS[dialect];
}

/** Takes the next number of the sequence whose name is the value; a number that was committed is never given again. */
export function nextNumber(dialect: Dialect): string {
  return NEXT_NUMBER[dialect];
}

/** Takes as many numbers as the first value says, of the sequence that the second names, and answers the last of them. */
export function nextNumbers(dialect: Dialect): string {
  return NEXT_NUMBERS[dialect];
}
