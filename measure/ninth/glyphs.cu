/*
 * Text and bytes.
 */
#include <cstdint>

extern "C" __global__ void
byt_count_char(const char *text, int n, char wanted, int *count)
{
	int mine = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		if (text[i] == wanted)
			mine++;
	mine = __reduce_add_sync(0xffffffff, mine);
	if ((threadIdx.x & 31) == 0)
		atomicAdd(count, mine);
}

/* Lower case to upper case, four letters a word. */
extern "C" __global__ void
byt_upper_words(const uint32_t *in, uint32_t *out, int words)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= words)
		return;
	uint32_t w = in[i];
	uint32_t low = w & 0x7f7f7f7fu;
	uint32_t above = low + 0x1f1f1f1fu, beyond = low + 0x05050505u;
	uint32_t letters = above & ~beyond & ~w & 0x80808080u;
	out[i] = w - (letters >> 2);
}

extern "C" __global__ void
byt_hex(const unsigned char *in, char *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned char v = in[i];
	int high = v >> 4, low = v & 15;
	out[2 * i] = high < 10 ? '0' + high : 'a' + high - 10;
	out[2 * i + 1] = low < 10 ? '0' + low : 'a' + low - 10;
}

__constant__ unsigned char letters64[64];

extern "C" __global__ void
byt_base64(const unsigned char *in, uchar4 *out, int groups)
{
	__shared__ unsigned char table[64];
	if (threadIdx.x < 64)
		table[threadIdx.x] = letters64[threadIdx.x];
	__syncthreads();
	int g = blockIdx.x * blockDim.x + threadIdx.x;
	if (g >= groups)
		return;
	unsigned v = in[3 * g] << 16 | in[3 * g + 1] << 8 | in[3 * g + 2];
	out[g] =
		make_uchar4(table[v >> 18], table[v >> 12 & 63], table[v >> 6 & 63], table[v & 63]);
}

/* Where a run of equal bytes begins, and how many do in a block. */
extern "C" __global__ void
byt_run_starts(const unsigned char *in, unsigned char *starts, int *per_block, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	bool start = false;
	if (i < n) {
		start = i == 0 || in[i] != in[i - 1];
		starts[i] = start;
	}
	int all = __syncthreads_count(start);
	if (threadIdx.x == 0)
		per_block[blockIdx.x] = all;
}

/* A sum over the bytes of each record, a bit at a time without a table. */
extern "C" __global__ void
byt_crc_bitwise(const unsigned char *records, uint32_t *out, int n, int bytes)
{
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= n)
		return;
	uint32_t crc = ~0u;
	for (int b = 0; b < bytes; b++) {
		crc ^= records[r * bytes + b];
		for (int k = 0; k < 8; k++)
			crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0u);
	}
	out[r] = ~crc;
}

/* Records of 32 bytes against one: how many bytes agree from the start. */
extern "C" __global__ void
byt_common_prefix(const uint4 *records, const uint4 *key, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int same = 0;
	for (int half = 0; half < 2; half++) {
		uint4 a = records[2 * i + half], b = key[half];
		uint32_t d[4] = {a.x ^ b.x, a.y ^ b.y, a.z ^ b.z, a.w ^ b.w};
		for (int k = 0; k < 4; k++) {
			if (d[k]) {
				out[i] = same + (__ffs(d[k]) - 1) / 8;
				return;
			}
			same += 4;
		}
	}
	out[i] = same;
}

extern "C" __global__ void
byt_stream_cipher(unsigned char *data, const unsigned char *key, int n, int length)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		data[i] ^= key[i % length];
}

extern "C" __global__ void
byt_is_palindrome(const char *words, unsigned char *yes, int n, int length)
{
	int w = blockIdx.x * blockDim.x + threadIdx.x;
	if (w >= n)
		return;
	const char *p = words + w * length;
	for (int i = 0, j = length - 1; i < j; i++, j--)
		if (p[i] != p[j]) {
			yes[w] = 0;
			return;
		}
	yes[w] = 1;
}

/* Decimal numbers of fixed width to integers. */
extern "C" __global__ void
byt_parse_decimal(const unsigned char *digits, int *out, int n, int width)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int value = 0;
	for (int k = 0; k < width; k++)
		value = value * 10 + digits[i * width + k] % 10;
	out[i] = value;
}

/* A hash of each word, then how many fall into each of 1024 boxes. */
extern "C" __global__ void
byt_hash_words(const unsigned char *text, unsigned *boxes, int n, int length)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned h = 5381;
	for (int k = 0; k < length; k++)
		h = h * 33 ^ text[i * length + k];
	atomicAdd(&boxes[h & 1023], 1u);
}
