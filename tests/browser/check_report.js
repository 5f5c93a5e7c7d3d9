// What a reader does with the report page, and what must come of it. Runs behind the page's own script;
// the last line that it writes counts the checks.
(function () {
'use strict';
const found = document.getElementById('found');
const tip = document.getElementById('tip');
let checks = 0;

function check(good, what) {
	checks++;
	if (!good)
		found.textContent += 'FAILED: ' + what + '\n';
}

function all(selector, within) {
	return Array.from((within || document).querySelectorAll(selector));
}

// ---- numbers ----

function item(list, key, name) {
	return key ? list.find((i) => i[key] === name) : list[Number(name)];
}

function valueAt(prediction, path) {
	if (path in prediction.metrics)
		return prediction.metrics[path].value;
	const [list, name, field] = path.split('.');
	const keys = {bounds: 'limit', intensity: 'level', sites: null, findings: null};
	return item(prediction[list], keys[list], name)[field];
}

function checkNumbers() {
	const json = JSON.parse(document.getElementById('predictions').textContent);
	const numbers = all('[data-value]');
	check(json.predictions.length === all('article').length, 'a prediction for each article');
	check(numbers.length >= 40 * json.predictions.length, numbers.length + ' numbers');
	for (const e of numbers) {
		const index = Number(e.closest('[data-prediction]').dataset.prediction);
		const expected = valueAt(json.predictions[index], e.dataset.metric);
		const value = Number(e.dataset.value);
		check(Math.abs(value - expected) <= 1e-14 * Math.abs(expected),
		      `${e.dataset.metric}: ${value}, JSON has ${expected}`);
	}
	found.textContent += `${numbers.length} numbers equal the JSON\n`;
}

// ---- words where the pointer or the keyboard is ----

function hover(e) {
	const box = e.getBoundingClientRect();
	e.dispatchEvent(new MouseEvent('mousemove', {bubbles: true, clientX: box.x, clientY: box.y}));
}

function press(e, key) {
	e.dispatchEvent(new KeyboardEvent('keydown', {bubbles: true, cancelable: true, key}));
}

function isShown() {
	const box = tip.getBoundingClientRect();
	return box.width > 0 && box.left >= 0 && box.right <= document.documentElement.clientWidth;
}

function checkMarks() {
	const marks = all('svg.roofline [tabindex="0"]');
	check(marks.length > 0, 'marks that can be reached');
	for (const mark of marks) {
		const expected = mark.querySelector('title') ? mark.querySelector('title').textContent
							     : mark.getAttribute('aria-label');
		check(/FLOP\/B/.test(expected), 'a mark tells its intensity: ' + expected);
		mark.focus();
		check(document.activeElement === mark, 'a mark takes the focus');
		check(tip.textContent === expected && isShown(), 'focus tells: ' + expected);
		check(getComputedStyle(mark).outlineStyle !== 'none' || !mark.matches(':focus-visible'),
		      'the focus can be seen');
		mark.blur();
		check(tip.textContent === '' && !isShown(), 'words go with the focus');
		hover(mark.querySelector('circle, path'));
		check(tip.textContent === expected && isShown(), 'the pointer tells: ' + expected);
		hover(document.body);
		check(tip.textContent === '', 'words go with the pointer');
	}
	found.textContent += `${marks.length} marks tell what they are\n`;
}

function checkCurves() {
	for (const plot of all('svg.plot')) {
		check(all('use', plot).length === 0, 'curves that are used again are copied in');
		plot.focus();
		press(plot, 'ArrowRight');
		const first = tip.textContent;
		check(/ %$/.test(first) && isShown(), 'an arrow key tells the first stair: ' + first);
		press(plot, 'ArrowRight');
		check(tip.textContent !== first, 'and then another');
		press(plot, 'ArrowLeft');
		check(tip.textContent === first, 'and back');
		press(plot, 'Escape');
		check(tip.textContent === '', 'Escape ends it');
		plot.blur();
	}
}

// ---- folding ----

function isVisible(e) {
	return e.checkVisibility({contentVisibilityAuto: true, visibilityProperty: true}) &&
	       e.getBoundingClientRect().height > 0;
}

function checkFolding(details) {
	const inside = details.querySelector('summary').nextElementSibling;
	check(!details.open && (!inside || !isVisible(inside)), 'folded at first');
	details.querySelector('summary').click();
	check(details.open, 'a click unfolds');
}

function checkUnfolded(details) {
	const inside = details.querySelector('summary').nextElementSibling;
	check(details.open && (!inside || isVisible(inside)), 'what is unfolded can be seen');
}

function checkLanes() {
	for (const lanes of all('svg.lanes')) {
		const part = all('[data-tip], title', lanes).length;
		check(all('use', lanes).length === 0, 'lanes that are used again are copied in');
		check(part >= 32, `lanes have words: ${part}`);
		check(lanes.getBBox().width > 100 && lanes.getBBox().height > 20, 'lanes are drawn');
		hover(lanes.querySelector('.lane rect, .one rect, .many rect'));
		check(/^lanes? \d/.test(tip.textContent), 'a lane tells: ' + tip.textContent);
	}
	hover(document.body);
	found.textContent += `${all('svg.lanes').length} pictures of lanes\n`;
}

// ---- colours ----

// 'rgb(1, 2, 3)': relative luminance, as WCAG 2.2 defines it.
function luminance(colour) {
	const linear = colour.match(/[\d.]+/g).slice(0, 3).map((c) =>
		c / 255 <= 0.04045 ? c / 255 / 12.92 : Math.pow((c / 255 + 0.055) / 1.055, 2.4));
	return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
}

function contrast(a, b) {
	const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p);
	return (x + 0.05) / (y + 0.05);
}

// Words on the ground of the page, 4.5 to 1 at least.
function checkColours() {
	const ground = getComputedStyle(document.body).backgroundColor;
	const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
	check(isDark === luminance(ground) < 0.2, 'the ground follows the system: ' + ground);
	for (const e of all('h1, h2, p, td, th, caption, a, small, code, summary, i, cite'))
		check(contrast(getComputedStyle(e).color, ground) >= 4.5,
		      `<${e.tagName}> is hard to read: ${getComputedStyle(e).color}`);
	for (const e of all('.roofline text, .plot text'))
		check(contrast(getComputedStyle(e).fill, ground) >= 4.5,
		      `'${e.textContent}' is hard to read: ${getComputedStyle(e).fill}`);
	found.textContent += `${isDark ? 'dark' : 'light'}, ${innerWidth} pixels wide\n`;
}

// ---- the whole ----

function checkWhole() {
	check(performance.getEntriesByType('resource').length === 0, 'nothing is fetched');
	check(window.caught.length === 0, 'errors: ' + window.caught.join('; '));
	check(window.hacked === undefined, 'a name runs as a script');
	check(document.documentElement.scrollWidth <= document.documentElement.clientWidth,
	      'the page is no wider than its window');
	found.textContent += `checks: ${checks}\n`;
}

checkNumbers();
checkMarks();
checkCurves();
checkColours();
all('details').forEach(checkFolding);
// What a click unfolds is drawn, and 'toggle' comes, after it.
setTimeout(function () {
	all('details').forEach(checkUnfolded);
	checkLanes();
	checkWhole();
}, 500);
}());
