import { testMatrix } from './matrix.js';
import { ROWS } from './rows.js';

testMatrix(
  ROWS.filter(({ side }) => side.startsWith('Slack')),
  4,
);
