const rates = { de: 0.19, fr: 0.2 };

export default (country) => {
  const rate = rates[country];
  if (rate === undefined) throw new Error(`the tax in ${country} is unknown`);
  return rate;
};
