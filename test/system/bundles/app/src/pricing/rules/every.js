import { limit } from './index.js';

const every = (numbers) => numbers.every((number) => limit(number * 5));

export default every;
